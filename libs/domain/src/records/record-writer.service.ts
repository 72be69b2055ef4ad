import { Injectable } from '@nestjs/common';
import type { RecordWriteResult } from '@svc/contracts';
import {
  Database,
  RecordStreamRepository,
  RecordWriteRepository,
  RunFenceRepository,
  type RecordBatch,
  type RecordStreamKey,
  type RunFence,
  type Transaction,
  type WriteCounts,
} from '@svc/database';
import { AppError } from '@svc/errors';
import type { ParsedRecords } from './record-lines.js';

/**
 * Writes into change streams. A batch compares hashes first, without a lock; only what changed takes the stream's lock, is
 * compared again, gets its numbers and is committed. The fence of a sync run is checked in the same transaction.
 */
@Injectable()
export class RecordWriter {
  private readonly streams = new RecordStreamRepository();
  private readonly records = new RecordWriteRepository();
  private readonly fences = new RunFenceRepository();

  constructor(private readonly database: Database) {}

  /** @throws {AppError} `run_superseded` when a newer attempt owns the run; nothing was written then. */
  async save(
    key: RecordStreamKey,
    { duplicates, ...batch }: ParsedRecords,
    fence?: RunFence,
  ): Promise<RecordWriteResult> {
    const streamId = await this.streamIdOf(key);
    const [unchanged] = await Promise.all([
      this.records.findUnchanged(this.database, streamId, batch.ids, batch.hashes),
      this.requireCurrent(fence),
    ]);
    const changed = without(batch, unchanged);
    const counts = await this.write(streamId, key.model, changed.ids.length, fence, (tx) =>
      this.records.upsert(tx, streamId, changed),
    );
    return { ...counts, unchanged: batch.ids.length - counts.added - counts.updated, duplicates };
  }

  /** Marks records as deleted; ids that are unknown or deleted already do nothing. */
  async delete(key: RecordStreamKey, ids: readonly string[], fence?: RunFence): Promise<RecordWriteResult> {
    const streamId = await this.streamIdOf(key);
    const distinct = [...new Set(ids)];
    await this.requireCurrent(fence);
    const counts = await this.write(streamId, key.model, distinct.length, fence, (tx) =>
      this.records.markDeleted(tx, streamId, distinct),
    );
    return { ...counts, unchanged: distinct.length - counts.deleted, duplicates: [] };
  }

  private async write(
    streamId: number,
    model: string,
    size: number,
    fence: RunFence | undefined,
    statement: (tx: Transaction) => Promise<WriteCounts>,
  ): Promise<WriteCounts> {
    if (size === 0) return { added: 0, updated: 0, deleted: 0 };
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, streamId);
      const counts = await statement(tx);
      if (fence && !(await this.fences.addResults(tx, fence, model, counts))) throw superseded();
      return counts;
    });
  }

  private async requireCurrent(fence: RunFence | undefined): Promise<void> {
    if (fence && !(await this.fences.isCurrent(this.database, fence))) throw superseded();
  }

  private async streamIdOf(key: RecordStreamKey): Promise<number> {
    const found = await this.streams.find(this.database, key);
    if (found) return found.id;
    await this.streams.create(this.database, key);
    const created = await this.streams.find(this.database, key);
    if (!created)
      throw new AppError(
        'server_error',
        `The record stream of model ${key.model} disappeared while it was being written.`,
      );
    return created.id;
  }
}

const superseded = (): AppError =>
  new AppError('run_superseded', 'A newer attempt owns this run; this one may not write any more.');

function without(batch: RecordBatch, positions: ReadonlySet<number>): RecordBatch {
  if (positions.size === 0) return batch;
  const keep = <T>(values: readonly T[]): T[] => values.filter((_, position) => !positions.has(position));
  return { ids: keep(batch.ids), hashes: keep(batch.hashes), payloads: keep(batch.payloads) };
}
