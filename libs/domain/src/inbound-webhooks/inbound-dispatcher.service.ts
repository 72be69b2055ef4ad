import { Injectable } from '@nestjs/common';
import {
  ConnectionMatchRepository,
  Database,
  InboundWebhookRepository,
  type InboundOutcome,
  type MatchedConnection,
  type StoredWebhook,
  type WantedConnection,
} from '@svc/database';
import { AppError } from '@svc/errors';
import type { InboundItem } from './inbound-item.js';
import type { InboundTarget } from './inbound-target.js';
import { InboundTargets } from './inbound-targets.service.js';
import { eventsIn, type InboundEvent } from './inbound-event.js';
import { InboundOutlets } from './inbound-outlets.service.js';

/** A webhook with its events, or with the reason why it has none. */
interface OpenedWebhook {
  readonly id: string;
  readonly events: readonly InboundEvent[];
  readonly error: string | null;
}

/** Matches webhooks to connections and hands them on: one query and one transaction for all of a batch. */
@Injectable()
export class InboundDispatcher {
  private readonly webhooks: InboundWebhookRepository;
  private readonly connections: ConnectionMatchRepository;

  constructor(
    private readonly database: Database,
    private readonly targets: InboundTargets,
    private readonly outlets: InboundOutlets,
  ) {
    this.webhooks = new InboundWebhookRepository(database);
    this.connections = new ConnectionMatchRepository(database);
  }

  /** Nothing of it is done when it throws. */
  async dispatch(integrationId: number, items: readonly InboundItem[]): Promise<void> {
    const target = await this.targets.findById(integrationId);
    if (!target?.rules)
      return await this.drop(items, 'The integration, or what its provider sends, is not there any more.');
    const stored = await this.webhooks.read(items.map(({ id }) => id));
    const opened = stored.map((webhook) => open(webhook, target));
    const events = opened.flatMap((webhook) => webhook.events);
    const found = matchesByEvent(await this.connections.find(integrationId, wantedBy(events)));
    const matched = events.map((event, index) => ({ ...event, connections: found.get(index) ?? [] }));
    await this.database.transaction(async (tx) => {
      const handled = await this.outlets.send(tx, target, matched);
      const claims = new Map(items.map((item) => [item.id, item.claims]));
      const outcomes = opened.map(({ id, error }): InboundOutcome => {
        const own = matched.filter(({ webhookId }) => webhookId === id);
        const connectionIds = [
          ...new Set(own.flatMap(({ connections }) => connections.map((connection) => connection.id))),
        ];
        const status =
          error !== null
            ? 'failed'
            : !handled.has(id)
              ? 'ignored'
              : connectionIds.length > 0
                ? 'dispatched'
                : 'unmatched';
        return { id, claims: claims.get(id) ?? 0, status, connectionIds, error };
      });
      if ((await this.webhooks.settle(outcomes, tx)) !== outcomes.length)
        throw new Error('Another worker took these webhooks.');
    });
  }

  private async drop(items: readonly InboundItem[], error: string): Promise<void> {
    const outcomes = items.map(({ id, claims }): InboundOutcome => ({
      id,
      claims,
      status: 'ignored',
      connectionIds: [],
      error,
    }));
    await this.webhooks.settle(outcomes, this.database);
  }
}

function open(webhook: StoredWebhook, target: InboundTarget): OpenedWebhook {
  try {
    return { id: webhook.id, events: eventsIn(webhook, target), error: null };
  } catch (error) {
    // The rules may have changed since it was taken in.
    const message = error instanceof AppError ? error.message : 'The webhook could not be read.';
    return { id: webhook.id, events: [], error: message };
  }
}

const wantedBy = (events: readonly InboundEvent[]): WantedConnection[] =>
  events.flatMap(({ candidates }, event) => candidates.map((candidate) => ({ event, ...candidate })));

/** Of each event, the connections that its best way found. */
function matchesByEvent(matches: readonly MatchedConnection[]): Map<number, readonly MatchedConnection[]> {
  const byEvent = Map.groupBy(matches, ({ event }) => event);
  return new Map(
    [...byEvent].map(([event, found]) => {
      const best = Math.min(...found.map(({ rank }) => rank));
      const unique = new Map(found.filter(({ rank }) => rank === best).map((match) => [match.id, match]));
      return [event, [...unique.values()].toSorted((a, b) => a.id - b.id)];
    }),
  );
}
