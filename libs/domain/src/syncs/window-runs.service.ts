import { Injectable } from '@nestjs/common';
import type { RunSyncBody } from '@svc/contracts';
import { TASK_QUEUES, WORKFLOWS, windowRunWorkflowId } from '@svc/contracts/workflows';
import { Database, SyncRunRepository, type RunnableSync } from '@svc/database';
import { AppError } from '@svc/errors';
import { randomUUID } from 'node:crypto';
import { OperationLog } from '../logs/operation-log.service.js';
import { SyncScheduleSource } from '../outbox/sync-schedule-source.service.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { SyncTargets } from './sync-targets.service.js';

/** Runs over a window of one sync that may wait. */
const MOST_QUEUED = 20;

/**
 * Runs of a sync over a window that somebody names: they begin at its date and checkpoint and leave those of the sync alone. Like
 * any other run, one is the only run of its sync while it goes on; until then it waits.
 */
@Injectable()
export class WindowRuns {
  private readonly runs: SyncRunRepository;

  constructor(
    private readonly database: Database,
    private readonly targets: SyncTargets,
    private readonly source: SyncScheduleSource,
    private readonly outbox: TemporalOutbox,
    private readonly operations: OperationLog,
  ) {
    this.runs = new SyncRunRepository(database);
  }

  /**
   * Asks for a run and answers its id.
   *
   * @throws {AppError} as the control of syncs does, 400 `no_syncs_found`, 409 `conflict` for a disabled function, 400
   * `resource_capped` when too many wait.
   */
  async request(
    environmentId: number,
    { sync: reference, from, to, checkpoint, ...body }: RunSyncBody,
  ): Promise<string> {
    const target = { environmentId, providerConfigKey: body.provider_config_key, connectionId: body.connection_id };
    const [row] = await this.targets.select(target, [reference]);
    const schedule = row && (await this.source.find(row.syncId));
    const sync = row && (await this.runs.findRunnable(row.syncId));
    if (!schedule || !sync?.enabled || sync.versionId === null)
      throw new AppError('conflict', `The function of the sync "${reference.name}" is disabled: enable it first.`);
    const { syncId, versionId } = sync;
    const runId = randomUUID();
    const workflowId = windowRunWorkflowId(syncId, runId);
    const operationId = this.logStart(sync, workflowId);
    await this.database.transaction(async (tx) => {
      await this.runs.lockSync(syncId, tx);
      if ((await this.runs.countQueued(syncId, tx)) >= MOST_QUEUED) throw tooMany(reference.name);
      const window = { from: from ?? null, to: to ?? null };
      await this.runs.queue(
        { runId, syncId, versionId, workflowId, operationId, window, checkpoint: checkpoint ?? null },
        tx,
      );
      await this.outbox.enqueue(tx, {
        kind: 'workflow.start',
        start: {
          workflow: WORKFLOWS.sync,
          workflowId,
          taskQueue: TASK_QUEUES.sync,
          args: [{ syncId, windowRunId: runId }],
          subject: schedule.subject,
        },
      });
    });
    return runId;
  }

  private logStart(sync: RunnableSync, workflowId: string): string {
    const { environmentId, integrationId, providerConfigKey, connectionId, connectionKey, name, syncId } = sync;
    return this.operations.start({
      environmentId,
      type: 'sync',
      action: 'window',
      integrationId,
      providerConfigKey,
      connectionId,
      connectionKey,
      functionName: name,
      syncId,
      workflowId,
    }).id;
  }
}

const tooMany = (name: string): AppError =>
  new AppError(
    'resource_capped',
    `${MOST_QUEUED} runs over a window of the sync "${name}" wait already, which is the most: let them begin or cancel some.`,
  );
