import type { ProviderWebhook } from '@svc/contracts';
import { createHash } from 'node:crypto';
import { getPath } from '../get-path.js';
import { namedConnection } from './named-connection.js';
import { readValues, viewOf, type WebhookView } from './read-values.js';
import type { WebhookRequest } from './webhook-request.js';

/** The events of a webhook: the entries of its list, where the provider sends several at once, otherwise itself. */
export function eventsOf(request: WebhookRequest, { split }: ProviderWebhook): readonly WebhookView[] {
  const whole = viewOf(request);
  if (split === undefined) return [whole];
  const list = split === '' ? request.payload : getPath(request.payload, split);
  return Array.isArray(list) ? list.map((event: unknown) => ({ request, event })) : [whole];
}

/** What subscriptions name; `*` where the provider tells no types apart. */
export const eventTypeOf = ({ event_type: rule }: ProviderWebhook, view: WebhookView): string =>
  (rule === undefined ? undefined : readValues(rule, view)[0]) ?? '*';

/** Begins the key of a ping, which holds for as long as the ping waits. */
export const PING_KEY = 'ping:';

/**
 * Names a webhook so that it is known when it comes again; undefined where the provider gives nothing to tell by. Where the
 * address names a connection, it belongs to the name: two connections may watch the same thing.
 */
export function eventKeyOf(request: WebhookRequest, rules: ProviderWebhook): string | undefined {
  const name = eventName(request, rules);
  if (name !== undefined) return digest(request, name);
  return rules.is_ping ? PING_KEY + digest(request, request.raw.body) : undefined;
}

function eventName(request: WebhookRequest, rules: ProviderWebhook): Buffer | string | undefined {
  const { event_id: rule } = rules;
  if (rule === undefined) return undefined;
  if (rule === 'digest') return request.raw.body.length === 0 ? undefined : request.raw.body;
  const ids = eventsOf(request, rules).map((view) => rule.map((value) => readValues(value, view)));
  const isNamed = ids.length > 0 && ids.every((parts) => parts.some((values) => values.length > 0));
  return isNamed ? JSON.stringify(ids) : undefined;
}

const digest = ({ raw }: WebhookRequest, content: Buffer | string): string =>
  createHash('sha256')
    .update(`${namedConnection(raw) ?? ''}\n`)
    .update(content)
    .digest('base64');
