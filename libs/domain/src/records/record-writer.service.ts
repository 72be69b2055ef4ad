import { Injectable } from '@nestjs/common';
import type { RecordWriteResult } from '@svc/contracts';
import {
  Database,
  RecordStreamRepository,
  RecordTrackingRepository,
  RecordWriteRepository,
  RunFenceRepository,
  type KeepRule,
  type Queryable,
  type RecordBatch,
  type RecordStreamKey,
  type RecordStreamRow,
  type RunFence,
  type Transaction,
  type WriteCounts,
} from '@svc/database';
import { AppError } from '@svc/errors';
import type { ParsedRecords } from './record-lines.js';
import { superseded } from './superseded.js';

/** How records are written. */
export interface WriteOptions {
  /** The attempt of a run that writes. */
  readonly fence?: RunFence;
  /** Records that others changed meanwhile stay as they are. */
  readonly keep?: KeepRule | undefined;
}

interface Write extends WriteOptions {
  readonly stream: RecordStreamRow;
  readonly key: RecordStreamKey;
  readonly ids: readonly string[];
}

type Written = WriteCounts & Pick<RecordWriteResult, 'written'>;

const NONE: ReadonlySet<number> = new Set();

const NOTHING: WriteCounts = { added: 0, updated: 0, deleted: 0 };

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
    options: WriteOptions = {},
  ): Promise<RecordWriteResult> {
    const stream = await this.streamOf(key);
    const [different] = await Promise.all([this.findDifferent(stream, batch), this.requireCurrent(options.fence)]);
    const changed = filterBatch(batch, (position) => different.has(position));
    const written = await this.upsert(stream, key, changed, options);
    return { ...written, unchanged: batch.ids.length - written.added - written.updated, duplicates };
  }

  /** Lays values over existing records, objects as deep as they go; ids that are unknown, deleted or pruned do nothing. */
  async update(
    key: RecordStreamKey,
    { duplicates, ...batch }: ParsedRecords,
    options: WriteOptions = {},
  ): Promise<RecordWriteResult> {
    const stream = await this.streamOf(key);
    const { ids } = batch;
    await this.requireCurrent(options.fence);
    const written = await this.write({ stream, key, ids, ...options }, async (tx, kept) => {
      // Whoever updates a record knows that it exists, also where nothing changes.
      await this.noteMet(tx, stream.id, ids);
      return await this.records.merge(tx, stream.id, without(batch, kept));
    }).catch(asUnmergeable);
    return { ...written, unchanged: ids.length - written.updated, duplicates };
  }

  /** Marks records as deleted; ids that are unknown or deleted already do nothing. */
  async delete(key: RecordStreamKey, ids: readonly string[], options: WriteOptions = {}): Promise<RecordWriteResult> {
    const stream = await this.streamOf(key);
    const distinct = [...new Set(ids)];
    await this.requireCurrent(options.fence);
    const written = await this.write({ stream, key, ids: distinct, ...options }, (tx, kept) =>
      this.records.markDeleted(
        tx,
        stream.id,
        distinct.filter((_, position) => !kept.has(position)),
      ),
    );
    return { ...written, unchanged: distinct.length - written.deleted, duplicates: [] };
  }

  /** Positions of the batch that do not stand in the store exactly so. While deletions are tracked, the others are noted as met. */
  private async findDifferent(stream: RecordStreamRow, batch: RecordBatch): Promise<Set<number>> {
    if (!stream.isTracked) return await this.records.findDifferent(this.database, stream.id, batch);
    return await this.database.transaction(async (tx) => {
      const tracking = await this.trackings.holdOpen(tx, stream.id);
      if (!tracking) return await this.records.findDifferent(tx, stream.id, batch);
      return await this.records.findDifferentAndNote(tx, stream.id, batch, tracking);
    });
  }

  private async upsert(
    stream: RecordStreamRow,
    key: RecordStreamKey,
    batch: RecordBatch,
    { fence, keep }: WriteOptions,
  ): Promise<Written> {
    if (batch.ids.length === 0) return NOTHING;
    const fenced = fence && { fence, model: key.model };
    const write = async (to: Queryable, kept = NONE): Promise<WriteCounts> => {
      const written = await this.records.upsert(to, stream.id, without(batch, kept), fenced);
      if (!written) throw superseded();
      return written;
    };
    if (!keep) return await write(this.database);
    return await this.write({ stream, key, ids: batch.ids, keep }, write);
  }

  private async noteMet(tx: Transaction, streamId: number, ids: readonly string[]): Promise<void> {
    const tracking = ids.length > 0 ? await this.trackings.find(tx, streamId) : undefined;
    if (tracking) await this.trackings.noteSeen(tx, streamId, tracking, ids);
  }

  private async write(
    { stream, key, ids, fence, keep }: Write,
    statement: (tx: Transaction, kept: ReadonlySet<number>) => Promise<WriteCounts>,
  ): Promise<Written> {
    if (ids.length === 0) return NOTHING;
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, stream.id);
      const work = keep ? this.writeAround({ stream, ids, keep }, tx, statement) : statement(tx, NONE);
      const written = await work;
      if (fence && !(await this.fences.addResults(tx, fence, key.model, written))) throw superseded();
      return written;
    });
  }

  /** Leaves what others changed after a place, and says which numbers were given out. */
  private async writeAround(
    { stream, ids, keep }: Required<Pick<Write, 'stream' | 'ids' | 'keep'>>,
    tx: Transaction,
    statement: (tx: Transaction, kept: ReadonlySet<number>) => Promise<WriteCounts>,
  ): Promise<Written> {
    const kept = await this.records.findKept(tx, stream.id, ids, keep);
    await this.noteMet(
      tx,
      stream.id,
      ids.filter((_, position) => kept.has(position)),
    );
    const before = Number(await this.streams.lastSeq(tx, stream.id));
    const counts = await statement(tx, kept);
    const after = Number(await this.streams.lastSeq(tx, stream.id));
    return after > before ? { ...counts, written: [before + 1, after] } : counts;
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

const without = (batch: RecordBatch, positions: ReadonlySet<number>): RecordBatch =>
  positions.size === 0 ? batch : filterBatch(batch, (position) => !positions.has(position));

function filterBatch(batch: RecordBatch, isWanted: (position: number) => boolean): RecordBatch {
  const keep = <T>(values: readonly T[]): T[] => values.filter((_, position) => isWanted(position));
  return { ids: keep(batch.ids), hashes: keep(batch.hashes), payloads: keep(batch.payloads) };
}
