import { Injectable } from '@nestjs/common';
import { ActionRunRepository, Database, type ActionRunOutcome, type ActionRunState } from '@svc/database';
import type { AppError } from '@svc/errors';
import { keepTrying } from '../core/keep-trying.js';
import { ActionEvents } from '../webhook-events/action-events.service.js';
import { ActionOperations } from './action-operations.service.js';
import { ActionPayloads } from './action-payloads.service.js';

/** A run and the attempt that ends it. */
export type EndingAction = Pick<ActionRunState, 'attempt' | 'operationId'> & { readonly id: string };

/** Ends asynchronous actions: the result, and what the customer is told, in one transaction. */
@Injectable()
export class ActionEndings {
  private readonly runs: ActionRunRepository;

  constructor(
    private readonly database: Database,
    private readonly payloads: ActionPayloads,
    private readonly operations: ActionOperations,
    private readonly events: ActionEvents,
  ) {
    this.runs = new ActionRunRepository(database);
  }

  async succeed(run: EndingAction, outputJson: string): Promise<void> {
    const outputSealed = this.payloads.sealOutput(outputJson);
    if (await this.end(run, { status: 'succeeded', outputSealed, errorSealed: null }))
      this.operations.succeed(run.operationId);
  }

  async fail(run: EndingAction, error: AppError): Promise<void> {
    const status = error.code === 'script_aborted' ? 'cancelled' : 'failed';
    if (await this.end(run, { status, outputSealed: null, errorSealed: this.payloads.sealError(error) }))
      this.operations.fail(run.operationId, error);
  }

  /** False when it has ended already, or a later attempt has begun. */
  private async end({ id, attempt }: EndingAction, outcome: ActionRunOutcome): Promise<boolean> {
    return await keepTrying(() =>
      this.database.transaction(async (tx) => {
        const ended = await this.runs.finish(id, attempt, outcome, tx);
        if (ended) await this.events.record(ended, tx);
        return ended !== undefined;
      }),
    );
  }
}
