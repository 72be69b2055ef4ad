import type { MatchedConnection, StoredWebhook } from '@svc/database';
import { storableText } from '@svc/observability';
import { matchCandidates, type MatchCandidate, eventsOf, eventTypeOf, WebhookRequest } from '@svc/providers';
import type { InboundTarget } from './inbound-target.js';

/** One event of a webhook. */
export interface InboundEvent {
  /** The webhook that it came with. */
  readonly webhookId: string;
  readonly type: string;
  /** What customers get (specification, "Forwarded webhooks"). */
  readonly payload: unknown;
  /** The provider's own headers, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly candidates: readonly MatchCandidate[];
}

/** An event with the connections that it is for. */
export interface MatchedEvent extends InboundEvent {
  readonly connections: readonly MatchedConnection[];
}

/**
 * The events of a stored webhook. One without a body is its headers.
 *
 * @throws AppError `invalid_json`
 */
export function eventsIn({ id, headers, query, body }: StoredWebhook, { rules = {} }: InboundTarget): InboundEvent[] {
  const request = new WebhookRequest({ method: 'POST', url: '', headers, query, body }, rules);
  return eventsOf(request, rules).map((view) => ({
    webhookId: id,
    type: storableText(eventTypeOf(rules, view)),
    payload: view.event ?? headers,
    headers,
    candidates: matchCandidates(rules, view),
  }));
}
