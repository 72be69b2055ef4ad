import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { stableJson } from '@svc/contracts';
import { actionWorkflowId, TASK_QUEUES, WORKFLOWS, type ActionWorkflowInput } from '@svc/contracts/workflows';
import { ActionRunRepository, Database, type NewActionRun, type Transaction } from '@svc/database';
import { AppError } from '@svc/errors';
import { createHash } from 'node:crypto';
import { CONFIG } from '../core/core.tokens.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import type { TemporalCommand } from '../outbox/temporal-command.js';
import type { ActionCall, ActionTarget } from './action-call.js';
import { ActionPayloads } from './action-payloads.service.js';

/** The runner ends an attempt itself; one that does not is cut off by Temporal, this much later. */
const ATTEMPT_MARGIN_MS = 60_000;

/** How an action is triggered in the background. */
export interface AsyncTrigger {
  readonly call: ActionCall;
  readonly target: ActionTarget;
  readonly operationId: string;
  readonly maxRetries: number;
  readonly idempotencyKey: string | undefined;
  /** The caller waits for the result. */
  readonly isAwaited: boolean;
}

/** Actions that run as a workflow each. What was accepted is done, also when Temporal is away at the moment. */
@Injectable()
export class AsynchronousActions {
  private readonly runs: ActionRunRepository;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    private readonly payloads: ActionPayloads,
    private readonly outbox: TemporalOutbox,
  ) {
    this.runs = new ActionRunRepository(database);
  }

  /**
   * Accepts an action. With an idempotency key that was used before, it is the run of then.
   * @throws {AppError} `conflict` when the key was used for something else.
   */
  async trigger(trigger: AsyncTrigger): Promise<{ readonly id: string; readonly isNew: boolean }> {
    const run = this.rowOf(trigger);
    const id = await this.database.transaction(async (tx) => {
      const inserted = await this.runs.insert(run, tx);
      if (inserted !== undefined) await this.enqueue(tx, inserted, trigger);
      return inserted;
    });
    return id === undefined ? { id: await this.findSame(run), isNew: false } : { id, isNew: true };
  }

  private rowOf({ call, target, operationId, maxRetries, idempotencyKey, isAwaited }: AsyncTrigger): NewActionRun {
    return {
      environmentId: call.environmentId,
      connectionId: target.connection.id,
      functionVersionId: target.action.versionId,
      actionName: call.actionName,
      maxRetries,
      inputSealed: this.payloads.sealInput(call.input),
      idempotencyKey: idempotencyKey ?? null,
      requestHash: idempotencyKey === undefined ? null : hashOf(call),
      isAwaited,
      operationId,
    };
  }

  private async enqueue(tx: Transaction, actionRunId: string, { call, target }: AsyncTrigger): Promise<void> {
    const customer = target.connection.tags[this.config.customerTag];
    const input: ActionWorkflowInput = {
      actionRunId,
      limits: {
        attemptTimeoutMs: this.config.action.maxRunMs + ATTEMPT_MARGIN_MS,
        heartbeatTimeoutMs: this.config.sync.heartbeatTimeoutMs,
        fairnessKey: call.environmentName,
      },
    };
    const command: TemporalCommand = {
      kind: 'workflow.start',
      start: {
        workflow: WORKFLOWS.action,
        workflowId: actionWorkflowId(actionRunId),
        taskQueue: TASK_QUEUES.interactive,
        args: [input],
        subject: {
          environment: call.environmentName,
          integration: call.providerConfigKey,
          connection: call.connectionId,
          function: call.actionName,
          ...(customer !== undefined && { customer }),
        },
      },
    };
    await this.outbox.enqueue(tx, command);
  }

  private async findSame({ environmentId, idempotencyKey, requestHash }: NewActionRun): Promise<string> {
    const found =
      idempotencyKey === null ? undefined : await this.runs.findByIdempotencyKey(environmentId, idempotencyKey);
    if (!found || !requestHash?.equals(found.requestHash)) {
      throw new AppError(
        'conflict',
        'Idempotency-Key: it was used for another call before. Use a new key for a new call.',
      );
    }
    return found.id;
  }
}

function hashOf({ providerConfigKey, connectionId, actionName, input }: ActionCall): Buffer {
  return createHash('sha256')
    .update(stableJson([providerConfigKey, connectionId, actionName, input ?? null]))
    .digest();
}
