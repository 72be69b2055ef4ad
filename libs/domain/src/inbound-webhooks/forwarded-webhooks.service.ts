import { Injectable } from '@nestjs/common';
import { WebhookEventRepository, type MatchedConnection, type Transaction } from '@svc/database';
import type { MatchedEvent } from './inbound-event.js';
import type { InboundTarget } from './inbound-target.js';
import { storableJson } from './storable-json.js';

/** Passes webhooks of providers on to the customer (specification, "Forwarded webhooks"). */
@Injectable()
export class ForwardedWebhooks {
  /** One for each connection; one without a connection where none was found (D10). */
  async send(
    tx: Transaction,
    { integration, provider }: InboundTarget,
    events: readonly MatchedEvent[],
  ): Promise<void> {
    const repository = new WebhookEventRepository(tx);
    for (const { payload, connections } of events) {
      const targets: readonly (MatchedConnection | undefined)[] = connections.length > 0 ? connections : [undefined];
      for (const connection of targets) {
        await repository.insert({
          environmentId: integration.environmentId,
          connectionId: connection?.id ?? null,
          type: 'forward',
          payload: {
            from: provider.name,
            providerConfigKey: integration.uniqueKey,
            type: 'forward',
            ...(connection && { connectionId: connection.connectionId }),
            payload: storableJson(payload),
          },
          namesEnvironment: false,
        });
      }
    }
  }
}
