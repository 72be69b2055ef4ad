import { Injectable } from '@nestjs/common';
import type { SyncRunEnd } from '@svc/contracts/workflows';
import { Database, SyncRunRepository, type EndedRun, type Transaction } from '@svc/database';
import { OperationLog } from '../logs/operation-log.service.js';
import { SyncEvents } from '../webhook-events/sync-events.service.js';
import { SyncInstances } from './sync-instances.service.js';

/** Ends runs of syncs, once each, with everything that their end means. */
@Injectable()
export class SyncRunEndings {
  private readonly runs: SyncRunRepository;

  constructor(
    private readonly database: Database,
    private readonly instances: SyncInstances,
    private readonly events: SyncEvents,
    private readonly operations: OperationLog,
  ) {
    this.runs = new SyncRunRepository(database);
  }

  /** Ends a run; does nothing when it has ended already. */
  async finish({ runId, status, reason }: Pick<SyncRunEnd, 'runId' | 'status' | 'reason'>): Promise<void> {
    const ended = await this.database.transaction(async (tx) => {
      if (reason === 'auth_dead') await this.pauseForAuth(tx, runId);
      const run = await this.runs.end({ runId, status, reason: reason ?? null }, tx);
      if (run && status !== 'STOPPED')
        await this.events.record({ runId, status, reason, isInitial: run.isInitial }, tx);
      return run;
    });
    if (!ended) return;
    this.logEnd(ended, status, reason);
    // Apart from the transaction: whoever deletes the connection locks its row first and the run after it.
    await this.runs.noteErrors([ended.connectionId]);
  }

  /**
   * Only where the connection itself is marked: the credentials that were dead may be those of another one that the function
   * asked for, or somebody may have reconnected it meanwhile.
   */
  private async pauseForAuth(tx: Transaction, runId: string): Promise<void> {
    const connectionId = await this.runs.holdDeadConnection(runId, tx);
    if (connectionId !== undefined) await this.instances.pauseForAuth(tx, connectionId);
  }

  private logEnd({ operationId, error }: EndedRun, status: SyncRunEnd['status'], reason: string | undefined): void {
    if (status === 'SUCCESS') return this.operations.finish(operationId, { status: 'success' });
    if (status === 'STOPPED') return this.operations.finish(operationId, { status: 'cancelled' });
    const message =
      typeof error?.['message'] === 'string' ? error['message'] : `The run ended: ${reason ?? 'unknown'}.`;
    this.operations.finish(operationId, {
      status: 'failed',
      error: { ...error, ...(reason !== undefined && { code: reason }), message },
    });
  }
}
