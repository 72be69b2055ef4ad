import { Injectable } from '@nestjs/common';
import {
  Database,
  RecordStreamRepository,
  RecordTrackingRepository,
  RunFenceRepository,
  type RecordStreamKey,
  type RecordTracking,
  type RunFence,
  type TrackedPass,
  type TrackingSweep,
  type Transaction,
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
  /** False when no tracking was open. */
  readonly wasTracked: boolean;
}

/** A tracking that is being gone through. Nothing happens any more once it is not the stream's open one. */
interface Sweep {
  readonly key: RecordStreamKey;
  readonly streamId: number;
  readonly no: number;
  readonly fence?: RunFence | undefined;
  /** Deletions that a person confirmed, perhaps in the middle of a pass. */
  readonly isConfirmed?: boolean;
}

/** Of whom nothing is known: a tracking begins and ends as the caller says. */
const UNKNOWN_PASS: TrackedPass = { runId: null, isAtBeginning: false, goesOn: false, hasNeverStarted: false };

/**
 * Finds out what is gone at the provider: a complete pass begins a tracking, saves everything that is there, and ends it; what
 * existed before and was not saved meanwhile is marked as deleted. A tracking belongs to the checkpoint's way through the data
 * and not to a run, so that a pass may take several runs and survive failures.
 *
 * Whoever takes a tracking away from a pass that may be under way puts one in its place that covers nothing: functions call
 * `start` each time that they are entered, also in the middle of the data, and what was passed before would count as gone.
 */
@Injectable()
export class DeletionTracking {
  private readonly streams = new RecordStreamRepository();
  private readonly trackings = new RecordTrackingRepository();
  private readonly fences = new RunFenceRepository();

  constructor(private readonly database: Database) {}

  /**
   * Begins a tracking; does nothing while one is open. In the middle of a pass it begins one that covers nothing.
   *
   * @throws {AppError} `run_superseded`
   */
  async start(key: RecordStreamKey, fence?: RunFence): Promise<void> {
    await this.streams.create(this.database, key);
    const stream = await this.streams.find(this.database, key);
    if (!stream) return;
    await this.database.transaction(async (tx) => {
      // Also where one is open: somebody may be giving it up.
      await this.streams.lock(tx, stream.id);
      await this.trackings.begin(tx, stream.id, await this.passOf(tx, stream.id, fence));
    });
  }

  /**
   * Marks as deleted what was not met since the start, stretch by stretch, and ends the tracking. It may be repeated: a function
   * that is set back to its last checkpoint comes here once more, and then there is nothing left to do. What was deleted before
   * is not among the answered ids.
   *
   * @throws {AppError} `invalid_request` when it is certain that the run never started a tracking, `run_superseded`.
   */
  async end(key: RecordStreamKey, { fence, guard }: EndOptions = {}): Promise<EndedDeletions> {
    const stream = await this.streams.find(this.database, key);
    const tracking = stream && (await this.trackings.find(this.database, stream.id));
    if (!stream || !tracking) return await this.endNothing(stream?.id, key, fence);
    const held = guard === undefined ? 0 : await this.hold(stream.id, tracking, { fence, guard });
    if (held > 0) return { deletedIds: [], held, wasTracked: true };
    const deletedIds = await this.sweepAll({ key, streamId: stream.id, no: tracking.no, fence });
    return { deletedIds, held: 0, wasTracked: true };
  }

  /** Deletes what a guard holds and what has not been met until now; answers the ids. Undefined when nothing is held. */
  async confirm(key: RecordStreamKey): Promise<string[] | undefined> {
    const stream = await this.streams.find(this.database, key);
    if (!stream) return undefined;
    const held = await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, stream.id);
      return await this.trackings.findHeld(tx, stream.id);
    });
    return held && (await this.sweepAll({ key, streamId: stream.id, no: held.no, isConfirmed: true }));
  }

  /** Gives up what a guard holds: nothing is deleted, and a complete pass finds out anew. False when nothing is held. */
  async discard(key: RecordStreamKey): Promise<boolean> {
    const stream = await this.streams.find(this.database, key);
    if (!stream) return false;
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, stream.id);
      const held = await this.trackings.findHeld(tx, stream.id);
      if (held) await this.trackings.giveUp(tx, stream.id, held.no);
      return held !== undefined;
    });
  }

  /** Ends every tracking of these syncs without deleting anything: they begin from nothing. */
  async drop(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await this.trackings.endOfSyncs(tx, syncIds);
  }

  /** Gives up every tracking of these syncs: they go on elsewhere in the data than they stood. The caller holds their streams. */
  async giveUp(tx: Transaction, syncIds: readonly string[]): Promise<void> {
    await this.trackings.giveUpOfSyncs(tx, syncIds);
  }

  /** Forgets notes that nobody needs any more. True when there may be more. */
  async forget(): Promise<boolean> {
    return (await this.trackings.forget(this.database, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE;
  }

  /** Answers how many deletions wait for a word: none while their share is believable. */
  private async hold(
    streamId: number,
    tracking: RecordTracking,
    { fence, guard }: { readonly fence: RunFence | undefined; readonly guard: number },
  ): Promise<number> {
    const { gone, of } = await this.trackings.countGone(this.database, streamId, tracking);
    if (gone <= of * guard) return 0;
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, streamId);
      const isHeld = await this.trackings.hold(tx, streamId, tracking.no, gone);
      await this.passOf(tx, streamId, fence);
      return isHeld ? gone : 0;
    });
  }

  private async sweepAll(sweep: Sweep): Promise<string[]> {
    const deletedIds: string[] = [];
    for (let afterSeq: string | null = '0'; afterSeq !== null;) {
      const swept: TrackingSweep = await this.sweep(sweep, afterSeq);
      for (const id of swept.deletedIds) deletedIds.push(id);
      afterSeq = swept.lastSeq;
    }
    return deletedIds;
  }

  private async sweep(sweep: Sweep, afterSeq: string): Promise<TrackingSweep> {
    const { key, streamId, no, fence } = sweep;
    return await this.database.transaction(async (tx) => {
      await this.streams.lock(tx, streamId);
      const tracking = await this.trackings.find(tx, streamId);
      if (tracking?.no !== no) return { deletedIds: [], lastSeq: null };
      const swept = await this.trackings.sweep(tx, streamId, tracking, { afterSeq, limit: STRETCH });
      if (swept.lastSeq === null) await this.close(tx, sweep);
      const counts = { added: 0, updated: 0, deleted: swept.deletedIds.length };
      if (fence && !(await this.fences.addResults(tx, fence, key.model, counts))) throw superseded();
      return swept;
    });
  }

  private async close(tx: Transaction, { streamId, no, fence, isConfirmed = false }: Sweep): Promise<void> {
    if (isConfirmed) await this.trackings.giveUp(tx, streamId, no);
    else await this.trackings.end(tx, streamId, no, fence?.runId ?? null);
  }

  private async endNothing(
    streamId: number | undefined,
    { model }: RecordStreamKey,
    fence: RunFence | undefined,
  ): Promise<EndedDeletions> {
    const hasStarted =
      streamId !== undefined &&
      (await this.trackings.hasTracked(this.database, streamId)) &&
      !(await this.database.transaction((tx) => this.passOf(tx, streamId, fence))).hasNeverStarted;
    if (hasStarted) return { deletedIds: [], held: 0, wasTracked: false };
    throw new AppError(
      'invalid_request',
      `Deletions of ${model} are not tracked: call trackDeletesStart before the first record is saved.`,
    );
  }

  /** @throws {AppError} `run_superseded` */
  private async passOf(tx: Transaction, streamId: number, fence: RunFence | undefined): Promise<TrackedPass> {
    if (!fence) return UNKNOWN_PASS;
    const pass = await this.trackings.findPass(tx, streamId, fence);
    if (!pass) throw superseded();
    return pass;
  }
}
