import { Injectable } from '@nestjs/common';
import { actionWorkflowId } from '@svc/contracts/workflows';
import { ActionRunRepository, Database } from '@svc/database';
import { AppError } from '@svc/errors';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { ActionEvents } from '../webhook-events/action-events.service.js';
import { ActionOperations } from './action-operations.service.js';
import { ActionPayloads } from './action-payloads.service.js';

/** Ends asynchronous actions on request. */
@Injectable()
export class ActionCancellation {
  private readonly runs: ActionRunRepository;

  constructor(
    private readonly database: Database,
    private readonly payloads: ActionPayloads,
    private readonly operations: ActionOperations,
    private readonly outbox: TemporalOutbox,
    private readonly events: ActionEvents,
  ) {
    this.runs = new ActionRunRepository(database);
  }

  /**
   * Ends an action at once: its result is `script_aborted` from now on. The function, where it runs, is stopped within seconds.
   * @returns false when there is no such action that goes on.
   */
  async cancel(environmentId: number, id: string): Promise<boolean> {
    const error = new AppError('script_aborted', 'The action was cancelled. What it had done by then stays.');
    const ended = await this.database.transaction(async (tx) => {
      const cancelled = await this.runs.cancel(environmentId, id, this.payloads.sealError(error), tx);
      if (!cancelled) return undefined;
      await this.outbox.enqueue(tx, { kind: 'workflow.cancel', workflowId: actionWorkflowId(id) });
      await this.events.record(cancelled, tx);
      return cancelled;
    });
    if (ended) this.operations.fail(ended.operationId, error);
    return ended !== undefined;
  }
}
