import { Injectable } from '@nestjs/common';
import {
  Database,
  RecordStreamRepository,
  RecordTrackingRepository,
  RunFenceRepository,
  type RecordStreamKey,
  type RunFence,
  type Transaction,
  type TrackingSweep,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { superseded } from './superseded.js';

/** Records of one transaction of a sweep: other writers of the stream wait for no more than that. */
const STRETCH = 10_000;
/** Notes that are forgotten at once. */
const FORGOTTEN_AT_ONCE = 20_000;

/** How a tracking is ended. */
export interface EndOptions {
  readonly fence?: RunFence;
  /** A larger share of the records, from 0 to 1, is not deleted but held until somebody says so. */
  readonly guard?: number | undefined;
}

/** What the end of a tracking came to. */
export interface EndedDeletions {
  readonly deletedIds: string[];
  /** Deletions that wait for a word; the tracking is still open then. */
  readonly held: number;
}

/**
 * Finds out what is gone at the provider: a complete pass begins a tracking, saves everything that is there, and ends it; what
 * existed before and was not saved meanwhile is marked as deleted. A tracking belongs to the checkpoint's way through the data
 * and not to a run, so that a pass may take several runs and survive failures.
 */
@Injectable()
export class DeletionTracking {
  private readonly streams = new RecordStreamRepository();
  private readonly trackings = new RecordTrackingRepository();
  private readonly fences = new RunFenceRepository();

  constructor(private readonly database: Database) {}

  /**
   * Begins a tracking; does nothing while one is open.
   *
   * @throws {AppError} `run_superseded`
   */
  async start(key: RecordStreamKey, fence?: RunFence): Promise<void> {
    await this.streams.create(this.database, key);
    const stream = await this.streams.find(this.database, key);
    if (!stream || stream.isTracked) return;
    await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, stream.id);
      await this.trackings.begin(tx, stream.id);
      if (fence && !(await this.fences.isCurrent(tx, fence))) throw superseded();
    });
  }

  /**
   * Marks as deleted what was not met since the start, stretch by stretch, and ends the tracking. It may be repeated: a function
   * that is set back to its last checkpoint comes here once more, and then there is nothing left to do. What was deleted before
   * is not among the answered ids.
   *
   * @throws {AppError} `invalid_request` when no tracking was ever started, `run_superseded`.
   */
  async end(key: RecordStreamKey, { fence, guard }: EndOptions = {}): Promise<EndedDeletions> {
    const stream = await this.streams.find(this.database, key);
    const held = stream && guard !== undefined ? await this.hold(stream.id, guard) : 0;
    if (held > 0) return { deletedIds: [], held };
    const deletedIds: string[] = [];
    let afterSeq: string | null = '0';
    while (afterSeq !== null) {
      const swept: TrackingSweep = await this.sweep(stream?.id, { key, afterSeq, fence });
      for (const id of swept.deletedIds) deletedIds.push(id);
      afterSeq = swept.lastSeq;
    }
    return { deletedIds, held: 0 };
  }

  /** Answers how many deletions wait for a word: none while their share is believable. */
  private async hold(streamId: number, guard: number): Promise<number> {
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, streamId);
      const tracking = await this.trackings.find(tx, streamId);
      if (!tracking) return 0;
      const { gone, of } = await this.trackings.countGone(tx, streamId, tracking);
      if (gone <= of * guard) return 0;
      await this.trackings.hold(tx, streamId, gone);
      return gone;
    });
  }

  /** Ends every tracking of these syncs without deleting anything: their way through the data begins anew. */
  async drop(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await this.trackings.endOfSyncs(tx, syncIds);
  }

  /** Forgets notes that nobody needs any more. True when there may be more. */
  async forget(): Promise<boolean> {
    return (await this.trackings.forget(this.database, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE;
  }

  private async sweep(streamId: number | undefined, { key, afterSeq, fence }: Sweep): Promise<TrackingSweep> {
    return await this.database.transaction(async (tx) => {
      if (streamId !== undefined) await this.streams.lock(tx, streamId);
      const tracking = streamId === undefined ? undefined : await this.trackings.find(tx, streamId);
      if (streamId === undefined || !tracking) return await this.nothingToSweep(tx, streamId, key);
      const swept = await this.trackings.sweep(tx, streamId, tracking, { afterSeq, limit: STRETCH });
      if (swept.lastSeq === null) await this.trackings.end(tx, streamId, tracking.no);
      const counts = { added: 0, updated: 0, deleted: swept.deletedIds.length };
      if (fence && !(await this.fences.addResults(tx, fence, key.model, counts))) throw superseded();
      return swept;
    });
  }

  private async nothingToSweep(
    tx: Transaction,
    streamId: number | undefined,
    { model }: RecordStreamKey,
  ): Promise<TrackingSweep> {
    if (streamId !== undefined && (await this.trackings.hasTracked(tx, streamId)))
      return { deletedIds: [], lastSeq: null };
    throw new AppError(
      'invalid_request',
      `Deletions of ${model} were never tracked: call trackDeletesStart before the first record is saved.`,
    );
  }
}

interface Sweep {
  readonly key: RecordStreamKey;
  readonly afterSeq: string;
  readonly fence: RunFence | undefined;
}
