import { Injectable } from '@nestjs/common';
import { WEBHOOK_FROM } from '@svc/contracts';
import type { Transaction } from '@svc/database';
import { WebhookDispatch } from '../deliveries/webhook-dispatch.service.js';

/** An asynchronous action that has ended. */
export interface EndedAction {
  readonly id: string;
  readonly environmentId: number;
  /** The gateway's number. */
  readonly connectionId: number;
  /** As the customer knows it. */
  readonly connectionKey: string;
  readonly providerConfigKey: string;
  /** The caller waits for the result and gets it as the answer. */
  readonly isAwaited: boolean;
}

/** Writes down that asynchronous actions ended (wire contract, section 15, type `async_action`), in the transaction of their end. */
@Injectable()
export class ActionEvents {
  constructor(private readonly dispatch: WebhookDispatch) {}

  async record(
    { id, environmentId, connectionId, connectionKey, providerConfigKey, isAwaited }: EndedAction,
    tx: Transaction,
  ): Promise<void> {
    if (isAwaited) return;
    await this.dispatch.send(tx, [
      {
        environmentId,
        connectionId,
        type: 'async_action',
        onlyIf: 'on_async_action_completion',
        payload: {
          type: 'async_action',
          from: WEBHOOK_FROM.canonical,
          connectionId: connectionKey,
          providerConfigKey,
          payload: { id, statusUrl: `/action/${id}` },
        },
      },
    ]);
  }
}
