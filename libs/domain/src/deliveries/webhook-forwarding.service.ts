import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/database';
import { forwardableHeaders } from './forwardable-headers.js';
import { WebhookDispatch } from './webhook-dispatch.service.js';

/** A provider's webhook that goes on to the customer; one for each connection that it was matched with. */
export interface ForwardedWebhook {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  /** Key of the provider. */
  readonly provider: string;
  /** Null where no connection could be matched. */
  readonly connection: {
    /** The gateway's number. */
    readonly id: number;
    /** As the customer knows it. */
    readonly connectionId: string;
  } | null;
  /** What the provider sent, or its headers where it sent no body. */
  readonly payload: unknown;
  /** As the provider sent them; those that say nothing to the customer are left out here. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends webhooks of providers on to customers (specification, "Forwarded webhooks"). */
@Injectable()
export class WebhookForwarding {
  constructor(private readonly dispatch: WebhookDispatch) {}

  /** Whether an integration forwards at all is the caller's to know. Answers the ids of the events. */
  async forward(tx: Transaction, webhooks: readonly ForwardedWebhook[]): Promise<(string | null)[]> {
    return await this.dispatch.send(
      tx,
      webhooks.map(({ environmentId, providerConfigKey, provider, connection, payload, headers }) => ({
        environmentId,
        connectionId: connection?.id ?? null,
        type: 'forward',
        headers: forwardableHeaders(headers),
        payload: {
          from: provider,
          providerConfigKey,
          type: 'forward',
          ...(connection && { connectionId: connection.connectionId }),
          payload,
        },
      })),
    );
  }
}
