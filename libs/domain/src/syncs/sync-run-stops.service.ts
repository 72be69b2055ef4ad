import { Injectable } from '@nestjs/common';
import { Database, SyncRepository, SyncRunRepository, type EndedRun, type Transaction } from '@svc/database';
import { OperationLog } from '../logs/operation-log.service.js';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';

/** Stops runs of syncs on somebody's word, with everything that it means: their workflows, the log, what connections show. */
@Injectable()
export class SyncRunStops {
  private readonly syncs: SyncRepository;
  private readonly runs: SyncRunRepository;

  constructor(
    database: Database,
    private readonly outbox: TemporalOutbox,
    private readonly operations: OperationLog,
  ) {
    this.syncs = new SyncRepository(database);
    this.runs = new SyncRunRepository(database);
  }

  /** Locks syncs, and before them the connections that may show an error of theirs: the answer is for {@link noteErrors}. */
  async hold(tx: Transaction, syncIds: readonly string[]): Promise<number[]> {
    const erroneous = await this.runs.holdErroneous(syncIds, tx);
    await this.syncs.lock(syncIds, tx);
    return erroneous;
  }

  /** Stops whatever runs of syncs that the caller holds. */
  async stopOpen(tx: Transaction, syncIds: readonly string[], reason: string): Promise<void> {
    await this.follow(tx, await this.runs.stopOpen(syncIds, reason, tx));
  }

  /** Stops one run. Undefined when it has ended already. */
  async stop(tx: Transaction, runId: string, reason: string): Promise<EndedRun | undefined> {
    const stopped = await this.runs.end({ runId, status: 'STOPPED', reason }, tx);
    if (stopped) await this.follow(tx, [stopped]);
    return stopped;
  }

  /** Connections no longer show errors of runs that are not the latest of a sync. */
  async noteErrors(connectionIds: readonly number[], tx?: Transaction): Promise<void> {
    await this.runs.noteErrors(connectionIds, tx);
  }

  private async follow(tx: Transaction, stopped: readonly EndedRun[]): Promise<void> {
    await this.outbox.enqueue(
      tx,
      ...stopped.map(({ workflowId }): TemporalCommand => ({ kind: 'workflow.cancel', workflowId })),
    );
    tx.afterCommit(() => {
      for (const { operationId } of stopped) this.operations.finish(operationId, { status: 'cancelled' });
    });
  }
}
