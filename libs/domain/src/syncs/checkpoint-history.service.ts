import { Injectable } from '@nestjs/common';
import {
  checkpointSchema,
  type ListCheckpointsQuery,
  type ListCheckpointsResponse,
  type SavedCheckpoint,
  type SyncReference,
} from '@svc/contracts';
import {
  Database,
  RecordStreamRepository,
  SyncCheckpointRepository,
  SyncRunRepository,
  type SavedCheckpointRow,
} from '@svc/database';
import { AppError } from '@svc/errors';
import { decodeRowCursor, encodeRowCursor } from '../core/row-cursor.js';
import { DeletionTracking } from '../records/deletion-tracking.service.js';
import { SyncTargets, type SyncTarget } from './sync-targets.service.js';

/** The latest checkpoints of a sync, and how it is set back to one of them. */
@Injectable()
export class CheckpointHistory {
  private readonly checkpoints: SyncCheckpointRepository;
  private readonly runs: SyncRunRepository;
  private readonly streams = new RecordStreamRepository();

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly tracking: DeletionTracking,
  ) {
    this.checkpoints = new SyncCheckpointRepository(database);
    this.runs = new SyncRunRepository(database);
  }

  /** Latest first. @throws {AppError} as the control of syncs does, 400 `no_syncs_found`, `invalid_query_params`. */
  async list(
    target: SyncTarget,
    { sync, limit, cursor }: Pick<ListCheckpointsQuery, 'sync' | 'limit' | 'cursor'>,
  ): Promise<ListCheckpointsResponse> {
    const before = decodeRowCursor('checkpoint', cursor, 'serial');
    const rows = await this.checkpoints.listSaved(await this.find(target, sync), { before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { data: page.map(view), next_cursor: last ? encodeRowCursor('checkpoint', String(last.version)) : null };
  }

  /**
   * Makes a saved checkpoint the current one: the next run goes on from there.
   *
   * @throws {AppError} 404 `not_found` when it is not kept any more, 409 `conflict` while a run goes on.
   */
  async restore(target: SyncTarget, sync: SyncReference, version: number): Promise<SavedCheckpoint> {
    const syncId = await this.find(target, sync);
    const restored = await this.database.transaction(async (tx) => {
      // Streams before the sync, as a reset does.
      await this.streams.lockOfSyncs(tx, [syncId]);
      await this.runs.lockSync(syncId, tx);
      if (await this.runs.findOpen(syncId, tx)) throw running(sync);
      const row = await this.checkpoints.restore(syncId, version, tx);
      // The pass goes on from there: what lies before was met under a tracking that knows nothing of what is passed now.
      if (row) await this.tracking.giveUp(tx, [syncId]);
      return row;
    });
    if (restored) return view(restored);
    throw new AppError(
      'not_found',
      `The sync "${sync.name}" has no checkpoint of version ${version}: GET /sync/checkpoints lists those that are kept.`,
    );
  }

  private async find(target: SyncTarget, sync: SyncReference): Promise<string> {
    const [row] = await this.targets.select(target, [sync]);
    if (row) return row.syncId;
    throw new AppError('no_syncs_found', `There is no sync "${sync.name}" with variant "${sync.variant}".`);
  }
}

const running = ({ name }: SyncReference): AppError =>
  new AppError('conflict', `A run of the sync "${name}" goes on and would move the checkpoint: cancel it first.`);

const view = ({ version, checkpoint, runId, savedAt }: SavedCheckpointRow): SavedCheckpoint => ({
  version,
  checkpoint: checkpointSchema.parse(checkpoint),
  run_id: runId,
  saved_at: savedAt.toISOString(),
});
