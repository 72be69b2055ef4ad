import { Injectable } from '@nestjs/common';
import type { MatchedConnection, Transaction } from '@svc/database';
import { WebhookForwarding } from '../deliveries/webhook-forwarding.service.js';
import type { MatchedEvent } from './inbound-event.js';
import type { InboundTarget } from './inbound-target.js';
import { storableJson } from './storable-json.js';

/** Passes webhooks of providers on to the customer (specification, "Forwarded webhooks"). */
@Injectable()
export class ForwardedWebhooks {
  constructor(private readonly forwarding: WebhookForwarding) {}

  /** One for each connection; one without a connection where none was found (D10). */
  async send(
    tx: Transaction,
    { integration, provider }: InboundTarget,
    events: readonly MatchedEvent[],
  ): Promise<void> {
    const webhooks = events.flatMap(({ payload, headers, connections }) => {
      const targets: readonly (MatchedConnection | null)[] = connections.length > 0 ? connections : [null];
      const told = storableJson(payload);
      return targets.map((connection) => ({
        environmentId: integration.environmentId,
        providerConfigKey: integration.uniqueKey,
        provider: provider.name,
        connection,
        payload: told,
        headers,
      }));
    });
    await this.forwarding.forward(tx, webhooks);
  }
}
