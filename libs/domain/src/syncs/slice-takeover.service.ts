import { Inject, Injectable } from '@nestjs/common';
import { Database, SyncSliceRepository, type OrphanedSlice } from '@svc/database';
import type { Logger } from '@svc/observability';
import { ActivityTakeover } from '@svc/temporal';
import { LOGGER } from '../core/core.tokens.js';

/** A worker process that has been silent for this long, twice in a row, is dead; it beats every 2 s. */
const SILENT_MS = 8_000;
const AT_ONCE = 100;

/**
 * Hands the slices of dead workers to living ones within seconds. Temporal alone would notice by the heartbeat timeout,
 * which is long so that a busy process is not taken for a dead one; a mistake here is harmless, because the new attempt's
 * epoch shuts the old one out.
 */
@Injectable()
export class SliceTakeover {
  private readonly slices: SyncSliceRepository;
  private suspects = new Set<string>();

  constructor(
    database: Database,
    private readonly activities: ActivityTakeover,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.slices = new SyncSliceRepository(database);
  }

  /** Takes over what it finds for the second time: after an outage of PostgreSQL everybody looks dead for a moment. */
  async takeOver(silentForMs = SILENT_MS): Promise<number> {
    const orphaned = await this.slices.findOrphaned(silentForMs, AT_ONCE);
    const dead = orphaned.filter((slice) => this.suspects.has(attemptOf(slice)));
    this.suspects = new Set(orphaned.map(attemptOf));
    for (const slice of dead) await this.release(slice);
    return dead.length;
  }

  private async release(slice: OrphanedSlice): Promise<void> {
    const { runId, workflowId, sliceRunId, activityId } = slice;
    await this.activities.release({ workflowId, runId: sliceRunId, activityId });
    await this.slices.release(slice);
    this.logger.warn(
      { runId, workflowId },
      'The worker of a slice died; another one goes on from the last checkpoint.',
    );
  }
}

const attemptOf = ({ runId, ownerId, sliceRunId, activityId }: OrphanedSlice): string =>
  [runId, ownerId, sliceRunId, activityId].join(' ');
