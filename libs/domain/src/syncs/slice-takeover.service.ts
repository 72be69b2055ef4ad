import { Inject, Injectable } from '@nestjs/common';
import { Database, SyncSliceRepository } from '@svc/database';
import type { Logger } from '@svc/observability';
import { ActivityTakeover } from '@svc/temporal';
import { LOGGER } from '../core/core.tokens.js';

/** A worker process that has been silent for this long is dead; it beats every 2 s. */
const SILENT_MS = 10_000;
const AT_ONCE = 100;

/**
 * Hands the slices of dead workers to living ones within seconds. Temporal alone would notice by the heartbeat timeout,
 * which is long so that a busy process is not taken for a dead one; a mistake here is harmless, because the new attempt's
 * epoch shuts the old one out.
 */
@Injectable()
export class SliceTakeover {
  private readonly slices: SyncSliceRepository;

  constructor(
    database: Database,
    private readonly activities: ActivityTakeover,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.slices = new SyncSliceRepository(database);
  }

  async takeOver(silentForMs = SILENT_MS): Promise<number> {
    const orphaned = await this.slices.findOrphaned(silentForMs, AT_ONCE);
    for (const slice of orphaned) {
      await this.activities.release({
        workflowId: slice.workflowId,
        runId: slice.sliceRunId,
        activityId: slice.activityId,
      });
      await this.slices.release(slice);
      this.logger.warn(
        { runId: slice.runId, workflowId: slice.workflowId },
        'The worker of a slice died; another one goes on from the last checkpoint.',
      );
    }
    return orphaned.length;
  }
}
