import { Injectable } from '@nestjs/common';
import type { RecordWriteResult } from '@svc/contracts';
import {
  Database,
  RecordStreamRepository,
  RecordTrackingRepository,
  RecordWriteRepository,
  RunFenceRepository,
  type RecordBatch,
  type RecordStreamKey,
  type RecordStreamRow,
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
  private readonly trackings = new RecordTrackingRepository();
  private readonly fences = new RunFenceRepository();

  constructor(private readonly database: Database) {}

  /** @throws {AppError} `run_superseded` when a newer attempt owns the run; nothing was written then. */
  async save(
    key: RecordStreamKey,
    { duplicates, ...batch }: ParsedRecords,
    fence?: RunFence,
  ): Promise<RecordWriteResult> {
    const stream = await this.streamOf(key);
    const [unchanged] = await Promise.all([this.findUnchanged(stream, batch), this.requireCurrent(fence)]);
    const changed = without(batch, unchanged);
    const counts = await this.write(stream.id, key.model, changed.ids.length, fence, (tx) =>
      this.records.upsert(tx, stream.id, changed),
    );
    return { ...counts, unchanged: batch.ids.length - counts.added - counts.updated, duplicates };
  }

  /** Lays values over existing records, objects as deep as they go; ids that are unknown, deleted or pruned do nothing. */
  async update(
    key: RecordStreamKey,
    { duplicates, ids, payloads }: ParsedRecords,
    fence?: RunFence,
  ): Promise<RecordWriteResult> {
    const { id: streamId } = await this.streamOf(key);
    await this.requireCurrent(fence);
    const counts = await this.write(streamId, key.model, ids.length, fence, async (tx) => {
      // Whoever updates a record knows that it exists, also where nothing changes.
      const tracking = await this.trackings.find(tx, streamId);
      if (tracking) await this.trackings.noteSeen(tx, streamId, tracking, ids);
      return await this.records.merge(tx, streamId, { ids, payloads });
    }).catch(asUnmergeable);
    return { ...counts, unchanged: ids.length - counts.updated, duplicates };
  }

  /** Marks records as deleted; ids that are unknown or deleted already do nothing. */
  async delete(key: RecordStreamKey, ids: readonly string[], fence?: RunFence): Promise<RecordWriteResult> {
    const { id: streamId } = await this.streamOf(key);
    const distinct = [...new Set(ids)];
    await this.requireCurrent(fence);
    const counts = await this.write(streamId, key.model, distinct.length, fence, (tx) =>
      this.records.markDeleted(tx, streamId, distinct),
    );
    return { ...counts, unchanged: distinct.length - counts.deleted, duplicates: [] };
  }

  /** Positions of the batch that stand in the store exactly so. While deletions are tracked, they are noted as met. */
  private async findUnchanged(stream: RecordStreamRow, { ids, hashes }: RecordBatch): Promise<Set<number>> {
    if (!stream.isTracked) return await this.records.findUnchanged(this.database, stream.id, ids, hashes);
    return await this.database.transaction(async (tx) => {
      const tracking = await this.trackings.holdOpen(tx, stream.id);
      const unchanged = await this.records.findUnchanged(tx, stream.id, ids, hashes);
      const met = ids.filter((_, position) => unchanged.has(position));
      if (tracking && met.length > 0) await this.trackings.noteSeen(tx, stream.id, tracking, met);
      return unchanged;
    });
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

  private async streamOf(key: RecordStreamKey): Promise<RecordStreamRow> {
    const found = await this.streams.find(this.database, key);
    if (found) return found;
    await this.streams.create(this.database, key);
    const created = await this.streams.find(this.database, key);
    if (!created)
      throw new AppError(
        'server_error',
        `The record stream of model ${key.model} disappeared while it was being written.`,
      );
    return created;
  }
}

const UNTRANSLATABLE_CHARACTER = '22P05';

/** JSON allows escapes in names that PostgreSQL cannot compare: NUL and halves of surrogate pairs. */
function asUnmergeable(error: unknown): never {
  const isCharacter = error instanceof Error && 'code' in error && error.code === UNTRANSLATABLE_CHARACTER;
  if (!isCharacter) throw error;
  throw new AppError(
    'invalid_sync_record',
    'A record has a field whose name contains NUL or a broken Unicode character, which cannot be merged: save it as a whole.',
    { cause: error },
  );
}

const superseded = (): AppError =>
  new AppError('run_superseded', 'A newer attempt owns this run; this one may not write any more.');

function without(batch: RecordBatch, positions: ReadonlySet<number>): RecordBatch {
  if (positions.size === 0) return batch;
  const keep = <T>(values: readonly T[]): T[] => values.filter((_, position) => !positions.has(position));
  return { ids: keep(batch.ids), hashes: keep(batch.hashes), payloads: keep(batch.payloads) };
}
