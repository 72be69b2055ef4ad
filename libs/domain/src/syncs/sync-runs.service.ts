import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import type { SyncRunClaim, SyncRunStart } from '@svc/contracts/workflows';
import { Database, SyncRunRepository, type RunnableSync } from '@svc/database';
import { WorkflowStarter } from '@svc/temporal';
import { CONFIG } from '../core/core.tokens.js';
import { OperationLog } from '../logs/operation-log.service.js';
import { syncLimits } from './sync-limits.js';
import { SyncRunEndings } from './sync-run-endings.service.js';

/** Opens runs of syncs, once for an execution, and finds those that nobody executes any more. */
@Injectable()
export class SyncRuns {
  private readonly runs: SyncRunRepository;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly endings: SyncRunEndings,
    @Inject(WorkflowStarter) private readonly workflows: Pick<WorkflowStarter, 'isOpen'>,
    private readonly operations: OperationLog,
  ) {
    this.runs = new SyncRunRepository(database);
  }

  /** Opens the run of an execution, unless there is nothing to run. */
  async start(claim: SyncRunClaim): Promise<SyncRunStart> {
    const sync = await this.runs.findRunnable(claim.syncId);
    if (!sync) return { started: false, reason: 'deleted' };
    const known = await this.runs.findByExecution(claim.syncId, claim.temporalRunId);
    if (known)
      return known.status === 'RUNNING' ? this.started(known.runId, sync) : { started: false, reason: 'ended' };
    const { versionId } = sync;
    if (!sync.enabled || versionId === null) {
      await this.runs.dropTrigger(claim.syncId);
      return { started: false, reason: 'disabled' };
    }
    if (sync.paused && sync.pendingTrigger === null) return { started: false, reason: 'paused' };
    if (await this.isTaken(claim)) return { started: false, reason: 'already_running' };
    const runId = await this.open({ ...claim, versionId }, sync);
    return runId === undefined ? { started: false, reason: 'already_running' } : this.started(runId, sync);
  }

  /** Ends open runs whose workflow is gone, such as those of an execution that an operator terminated. */
  async endLost(olderThanMs: number, limit: number): Promise<number> {
    let count = 0;
    for (const { runId, workflowId, temporalRunId } of await this.runs.findIdle(olderThanMs, limit)) {
      if (await this.workflows.isOpen(workflowId, temporalRunId || undefined)) continue;
      await this.endings.finish({ runId, status: 'ERROR', reason: 'lost' });
      count += 1;
    }
    return count;
  }

  /** Whether another execution runs the sync. One that is gone without ending its run gives it up here. */
  async isTaken({ syncId }: Pick<SyncRunClaim, 'syncId'>): Promise<boolean> {
    const open = await this.runs.findOpen(syncId);
    if (!open) return false;
    if (await this.workflows.isOpen(open.workflowId, open.temporalRunId)) return true;
    await this.endings.finish({ runId: open.runId, status: 'ERROR', reason: 'lost' });
    return false;
  }

  private async open(claim: SyncRunClaim & { versionId: string }, sync: RunnableSync): Promise<string | undefined> {
    const trigger = sync.pendingTrigger ?? 'schedule';
    const operation = this.operations.start({
      environmentId: sync.environmentId,
      type: 'sync',
      action: trigger,
      integrationId: sync.integrationId,
      providerConfigKey: sync.providerConfigKey,
      connectionId: sync.connectionId,
      connectionKey: sync.connectionKey,
      functionName: sync.name,
      syncId: sync.syncId,
      workflowId: claim.workflowId,
    });
    const runId = await this.database.transaction((tx) =>
      this.runs.open({ ...claim, trigger, operationId: operation.id }, tx),
    );
    if (runId === undefined) this.operations.finish(operation.id, { status: 'cancelled' });
    return runId;
  }

  private started(runId: string, sync: RunnableSync): SyncRunStart {
    return { started: true, runId, limits: syncLimits(this.config, sync) };
  }
}
