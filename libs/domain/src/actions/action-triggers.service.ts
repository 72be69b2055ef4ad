import { Injectable } from '@nestjs/common';
import type { AsyncAction, TriggerActionHeaders } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { ActionCall } from './action-call.js';
import { ActionOperations } from './action-operations.service.js';
import { ActionResults } from './action-results.service.js';
import { ActionTargets } from './action-targets.service.js';
import { AsynchronousActions } from './asynchronous-actions.service.js';
import { SynchronousActions } from './synchronous-actions.service.js';

/** How a call to trigger an action ended. */
export type ActionTriggerOutcome =
  { readonly kind: 'done'; readonly outputJson: string } | { readonly kind: 'accepted'; readonly action: AsyncAction };

/** Triggers actions: waited for, in the background, or durable and waited for. */
@Injectable()
export class ActionTriggers {
  constructor(
    private readonly synchronous: SynchronousActions,
    private readonly asynchronous: AsynchronousActions,
    private readonly results: ActionResults,
    private readonly targets: ActionTargets,
    private readonly operations: ActionOperations,
  ) {}

  /** @param signal aborted when the caller is gone. */
  async trigger(call: ActionCall, headers: TriggerActionHeaders, signal: AbortSignal): Promise<ActionTriggerOutcome> {
    const isDurable = headers['idempotency-key'] !== undefined;
    if (!headers['x-async'] && !isDurable)
      return { kind: 'done', outputJson: await this.synchronous.run(call, signal) };
    const id = await this.accept(call, headers);
    if (headers['x-async']) return { kind: 'accepted', action: { id, statusUrl: `/action/${id}` } };
    return { kind: 'done', outputJson: await this.results.waitFor(call.environmentId, id, signal) };
  }

  private async accept(call: ActionCall, headers: TriggerActionHeaders): Promise<string> {
    const earlier = await this.asynchronous.findEarlier(call, headers['idempotency-key']);
    if (earlier) {
      this.logRepeat(this.operations.start(call, earlier, true), earlier.id);
      return earlier.id;
    }
    const target = await this.targets.find(call);
    const operationId = this.operations.start(call, target, true);
    try {
      const { id, isNew } = await this.asynchronous.trigger({
        call,
        target,
        operationId,
        maxRetries: headers['x-max-retries'],
        idempotencyKey: headers['idempotency-key'],
        isAwaited: !headers['x-async'],
      });
      if (!isNew) this.logRepeat(operationId, id);
      return id;
    } catch (error) {
      if (error instanceof AppError) this.operations.fail(operationId, error);
      throw error;
    }
  }

  private logRepeat(operationId: string, earlierId: string): void {
    this.operations.log(operationId, 'info', `The call repeats the action run ${earlierId}; nothing was started.`);
    this.operations.succeed(operationId);
  }
}
