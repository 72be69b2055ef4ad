import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { SyncRunClaim, SyncRunStart } from '@svc/contracts/workflows';
import { Database, SyncRunRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';
import { syncLimits } from './sync-limits.js';
import { SyncRunEndings } from './sync-run-endings.service.js';
import { SyncRuns } from './sync-runs.service.js';

const SHORTEST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/** The execution of a run over a window. */
export type WindowRunClaim = SyncRunClaim & Required<Pick<SyncRunClaim, 'windowRunId'>>;

/** Lets runs over a window begin, each when no other run of its sync is open. */
@Injectable()
export class WindowTurns {
  private readonly repository: SyncRunRepository;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly runs: SyncRuns,
    private readonly endings: SyncRunEndings,
  ) {
    this.repository = new SyncRunRepository(database);
  }

  /** Opens the run, or says when to ask again. A paused sync is no obstacle: somebody asked for this very run. */
  async start({ syncId, temporalRunId, windowRunId: runId }: WindowRunClaim): Promise<SyncRunStart> {
    const sync = await this.repository.findRunnable(syncId);
    const run = await this.repository.findWindowRun(runId);
    if (!sync || !run) return { started: false, reason: 'deleted' };
    const started: SyncRunStart = { started: true, runId, limits: syncLimits(this.config, sync) };
    if (run.status === 'RUNNING' && run.temporalRunId === temporalRunId) return started;
    if (run.status !== 'QUEUED') return { started: false, reason: 'ended' };
    const { versionId } = sync;
    if (!sync.enabled || versionId === null) {
      await this.endings.finish({ runId, status: 'STOPPED', reason: 'function_disabled' });
      return { started: false, reason: 'disabled' };
    }
    const open = { runId, syncId, versionId, temporalRunId };
    if (
      !(await this.runs.isTaken({ syncId })) &&
      (await this.database.transaction((tx) => this.repository.openQueued(open, tx)))
    )
      return started;
    // The longer it has waited, the less it matters when exactly it begins.
    const retryAfterMs = Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, Math.round(run.queuedMs / 10)));
    return { started: false, reason: 'already_running', retryAfterMs };
  }
}
