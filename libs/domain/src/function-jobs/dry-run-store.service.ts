import { Injectable } from '@nestjs/common';
import { checkpointSchema, type Checkpoint, type DryRunResult } from '@svc/contracts';
import { SecretBox } from '@svc/crypto';
import { Database, DryRunWriteRepository, SEALED_COLUMNS } from '@svc/database';
import { AppError } from '@svc/errors';
import { z } from 'zod';

const PURPOSE = SEALED_COLUMNS.dryRunWrite.purpose;
/** Everything that one dry run may have written, sealed. */
const MOST_LENGTH = 32 * 1024 * 1024;

const metadataSchema = z.record(z.string(), z.unknown());
const recordsSchema = z.object({ model: z.string(), entries: z.array(z.unknown()) });

/** A change that a dry run would have made. What is `given` is where it began. */
export type DryRunWrite =
  | { readonly kind: 'given_checkpoint' | 'checkpoint'; readonly data: Checkpoint | null }
  | { readonly kind: 'given_metadata' | 'metadata'; readonly data: Record<string, unknown> }
  | { readonly kind: 'metadata_merge'; readonly data: Record<string, unknown> }
  | { readonly kind: 'saved' | 'updated' | 'deleted'; readonly data: { model: string; entries: unknown[] } }
  | { readonly kind: 'log'; readonly data: DryRunResult['logs'] };

const METADATA = ['given_metadata', 'metadata', 'metadata_merge'] as const;
const CHECKPOINT = ['given_checkpoint', 'checkpoint'] as const;

/** Keeps what dry runs would have written until they end, for nobody but themselves. */
@Injectable()
export class DryRunStore {
  private readonly writes: DryRunWriteRepository;

  constructor(
    database: Database,
    private readonly secrets: SecretBox,
  ) {
    this.writes = new DryRunWriteRepository(database);
  }

  /** @throws {AppError} `body_too_large` when the run has written more than is kept, or has ended. */
  async add(jobId: string, { kind, data }: DryRunWrite): Promise<void> {
    const dataSealed = this.secrets.seal(JSON.stringify(data), PURPOSE);
    if (await this.writes.insert(jobId, { kind, dataSealed }, MOST_LENGTH)) return;
    throw new AppError('body_too_large', 'A dry run keeps at most 24 MB of what it would save: try with less data.');
  }

  /** Forgets what an earlier attempt has left. */
  async begin(jobId: string, given: readonly DryRunWrite[]): Promise<void> {
    await this.writes.clear(jobId);
    for (const write of given) await this.add(jobId, write);
  }

  /** The connection's metadata as the run sees it. */
  async metadataOf(jobId: string, stored: Record<string, unknown>): Promise<Record<string, unknown>> {
    const changes = await this.read(jobId, METADATA);
    return changes.reduce<Record<string, unknown>>((current, { kind, data }) => {
      const change = metadataSchema.parse(data);
      return kind === 'metadata_merge' ? { ...current, ...change } : change;
    }, stored);
  }

  /** The checkpoint as the run sees it. */
  async checkpointOf(jobId: string): Promise<{ checkpoint: Checkpoint | null; version: number }> {
    const changes = await this.read(jobId, CHECKPOINT);
    return { checkpoint: checkpointSchema.nullable().parse(changes.at(-1)?.data ?? null), version: changes.length };
  }

  /** All that the run would have changed. */
  async resultOf(jobId: string): Promise<DryRunResult> {
    const all = await this.read(jobId);
    const records: DryRunResult['records'] = {};
    for (const { kind, data } of all) {
      if (kind !== 'saved' && kind !== 'updated' && kind !== 'deleted') continue;
      const { model, entries } = recordsSchema.parse(data);
      const ofModel = (records[model] ??= { saved: [], updated: [], deleted: [] });
      ofModel[kind].push(...entries);
    }
    const isChanged = all.some(({ kind }) => kind === 'metadata' || kind === 'metadata_merge');
    return {
      records,
      checkpoint: (await this.checkpointOf(jobId)).checkpoint,
      ...(isChanged && { metadata: await this.metadataOf(jobId, {}) }),
      logs: all.flatMap(({ kind, data }) => (kind === 'log' ? logsSchema.parse(data) : [])),
    };
  }

  private async read(jobId: string, kinds?: readonly string[]): Promise<{ kind: string; data: unknown }[]> {
    const rows = await this.writes.list(jobId, kinds);
    return rows.map(({ kind, dataSealed }) => ({ kind, data: JSON.parse(this.secrets.open(dataSealed, PURPOSE)) }));
  }
}

const logsSchema = z.array(
  z.object({ at: z.string(), level: z.string(), message: z.string(), payload: z.unknown().optional() }),
);
