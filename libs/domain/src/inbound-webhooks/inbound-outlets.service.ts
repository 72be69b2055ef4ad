import { Injectable } from '@nestjs/common';
import type { MatchedConnection, Transaction } from '@svc/database';
import { WebhookRuns } from '../webhook-runs/webhook-runs.service.js';
import type { SubscribedEvent } from '../webhook-runs/subscribed-event.js';
import { ForwardedWebhooks } from './forwarded-webhooks.service.js';
import type { MatchedEvent } from './inbound-event.js';
import type { InboundTarget } from './inbound-target.js';
import { storableJson } from './storable-json.js';

interface ForConnection extends SubscribedEvent {
  readonly event: MatchedEvent;
  readonly connection: MatchedConnection;
}

/** Decides what becomes of matched events: functions that subscribe to them run, everything else is forwarded (D10). */
@Injectable()
export class InboundOutlets {
  constructor(
    private readonly runs: WebhookRuns,
    private readonly forwarded: ForwardedWebhooks,
  ) {}

  /** Answers the ids of the webhooks that somebody wanted. */
  async send(tx: Transaction, target: InboundTarget, events: readonly MatchedEvent[]): Promise<ReadonlySet<string>> {
    const taken = await this.runs.take(
      tx,
      events.flatMap((event) => forConnections(event, target)),
    );
    const wanted = new Set([...taken].map(({ event }) => event.webhookId));
    if (!target.integration.forwardWebhooks) return wanted;
    const byEvent = Map.groupBy(taken, ({ event }) => event);
    const rest = events.flatMap((event) => withoutTaken(event, byEvent.get(event) ?? []));
    await this.forwarded.send(tx, target, rest);
    return new Set([...wanted, ...rest.map(({ webhookId }) => webhookId)]);
  }
}

function forConnections(event: MatchedEvent, { integration }: InboundTarget): ForConnection[] {
  const payload = storableJson(event.payload);
  return event.connections.map((connection) => ({
    environmentId: integration.environmentId,
    providerConfigKey: integration.uniqueKey,
    connectionId: connection.id,
    connectionKey: connection.connectionId,
    type: event.type,
    payload,
    event,
    connection,
  }));
}

/** An event that no function handles stays as it is; of another one, the connections that are left. */
function withoutTaken(event: MatchedEvent, taken: readonly ForConnection[]): MatchedEvent[] {
  if (taken.length === 0) return [event];
  const handled = new Set(taken.map(({ connection }) => connection));
  const connections = event.connections.filter((connection) => !handled.has(connection));
  return connections.length > 0 ? [{ ...event, connections }] : [];
}
