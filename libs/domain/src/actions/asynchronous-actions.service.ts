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
import type { ActionCall, ActionTarget, EarlierAction } from './action-call.js';
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
   * The run that the same call began with this idempotency key, whatever became of its connection and its action since; undefined
   * also where the key was used for another call.
   */
  async findEarlier(call: ActionCall, idempotencyKey: string | undefined): Promise<EarlierAction | undefined> {
    if (idempotencyKey === undefined) return undefined;
    const found = await this.runs.findByIdempotencyKey(call.environmentId, idempotencyKey);
    if (!found?.requestHash.equals(hashOf(call))) return undefined;
    return { id: found.id, integration: { id: found.integrationId }, connection: { id: found.connectionId } };
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
    if (id !== undefined) return { id, isNew: true };
    const earlier = await this.findEarlier(trigger.call, trigger.idempotencyKey);
    if (earlier) return { id: earlier.id, isNew: false };
    throw new AppError(
      'conflict',
      'Idempotency-Key: it was used for another call before. Use a new key for a new call.',
    );
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
}

function hashOf({ providerConfigKey, connectionId, actionName, input }: ActionCall): Buffer {
  return createHash('sha256')
    .update(stableJson([providerConfigKey, connectionId, actionName, input ?? null]))
    .digest();
}
