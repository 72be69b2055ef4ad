import { Injectable } from '@nestjs/common';
import type { Checkpoint, CheckpointResponse } from '@svc/contracts';
import { Database, SyncCheckpointRepository, type CheckpointChange, type RunFence } from '@svc/database';
import { AppError } from '@svc/errors';

/** A slice attempt that reads or moves its sync's checkpoint. */
export interface CheckpointAttempt {
  readonly syncId: string;
  readonly fence: RunFence;
  /** The run goes over a window and has a checkpoint of its own. */
  readonly isWindow?: boolean;
}

/** Checkpoints, moved only by the attempt that owns the run and only from the version that it knows. */
@Injectable()
export class SyncCheckpoints {
  private readonly checkpoints: SyncCheckpointRepository;

  constructor(database: Database) {
    this.checkpoints = new SyncCheckpointRepository(database);
  }

  async get({ syncId, fence, isWindow }: CheckpointAttempt): Promise<CheckpointResponse> {
    const found = await (isWindow ? this.checkpoints.findOfWindow(fence.runId) : this.checkpoints.find(syncId));
    if (!found) throw new AppError('unknown_sync', 'The sync of this run was deleted.', { status: 404 });
    return found;
  }

  /**
   * Saves a checkpoint and answers its version.
   * @throws {AppError} `run_superseded` from an attempt that was given up, `checkpoint_conflict` when somebody else changed it.
   */
  async save(attempt: CheckpointAttempt, checkpoint: Checkpoint, version: number): Promise<number> {
    return await this.change({ ...attempt, checkpoint, version });
  }

  /** Clears the checkpoint, whatever it is. */
  async clear(attempt: CheckpointAttempt): Promise<number> {
    return await this.change({ ...attempt, checkpoint: null, version: undefined });
  }

  private async change({ isWindow, ...change }: CheckpointChange & CheckpointAttempt): Promise<number> {
    const { current, version } = await (isWindow
      ? this.checkpoints.changeOfWindow(change)
      : this.checkpoints.change(change));
    if (!current)
      throw new AppError(
        'run_superseded',
        'A newer attempt owns this run; this one may not move the checkpoint any more.',
      );
    if (version === null) {
      throw new AppError(
        'checkpoint_conflict',
        `The checkpoint is no longer at version ${change.version}: read it again before saving.`,
      );
    }
    return version;
  }
}
