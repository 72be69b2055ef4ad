import type { ProviderWebhook } from '@svc/contracts';
import { createHash } from 'node:crypto';
import { getPath } from '../get-path.js';
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

/** Names a webhook so that it is known when it comes again; undefined where the provider gives nothing to tell by. */
export function eventKeyOf(request: WebhookRequest, rules: ProviderWebhook): string | undefined {
  const { event_id: rule } = rules;
  if (rule === undefined) return undefined;
  const hash = createHash('sha256');
  if (rule === 'digest')
    return request.raw.body.length === 0 ? undefined : hash.update(request.raw.body).digest('base64');
  const ids = eventsOf(request, rules).map((view) => rule.map((value) => readValues(value, view)));
  const isNamed = ids.length > 0 && ids.every((parts) => parts.some((values) => values.length > 0));
  return isNamed ? hash.update(JSON.stringify(ids)).digest('base64') : undefined;
}
