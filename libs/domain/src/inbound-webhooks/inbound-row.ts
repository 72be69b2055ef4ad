import { QUERY, type ProviderWebhook } from '@svc/contracts';
import type { NewInboundWebhook } from '@svc/database';
import { storableText } from '@svc/observability';
import { eventKeyOf, eventsOf, eventTypeOf, type WebhookRequest } from '@svc/providers';
import type { InboundTarget } from './inbound-target.js';

const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie'];

/** Longest event type and header that are kept, in characters. */
const MAX_TEXT = 2_000;

/** What is stored of a webhook. */
export function inboundRow(target: InboundTarget, rules: ProviderWebhook, request: WebhookRequest): NewInboundWebhook {
  const { integration, provider } = target;
  const { raw } = request;
  const [event] = eventsOf(request, rules);
  const shown = [
    QUERY.connectionId.canonical,
    ...QUERY.connectionId.aliases,
    ...(provider.webhook_allowed_query_params ?? []),
  ];
  return {
    environmentId: integration.environmentId,
    integrationId: integration.id,
    eventKey: eventKeyOf(request, rules) ?? null,
    eventType: event === undefined ? '*' : storableText(eventTypeOf(rules, event), MAX_TEXT),
    headers: without(raw.headers, [...SECRET_HEADERS, ...tokenHeaders(rules)]),
    query: storable(Object.entries(raw.query).filter(([name]) => shown.includes(name))),
    body: raw.body,
  };
}

/** Headers that are the secret itself, not a proof by it. */
function tokenHeaders({ verification = [] }: ProviderWebhook): readonly string[] {
  return [verification]
    .flat()
    .filter(({ type }) => type === 'token' || type === 'jwt')
    .flatMap(({ signature }) => signature.from)
    .map((place) => place.replace(/^header:/, ''));
}

const without = (headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  storable(Object.entries(headers).filter(([name]) => !names.includes(name)));

const storable = (entries: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(entries.map(([name, value]) => [storableText(name, MAX_TEXT), storableText(value, MAX_TEXT * 4)]));
