import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Headers of a request, as Node, Express, Fastify or `fetch` give them. */
export type ReceivedHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { readonly get: (name: string) => string | null };

/** A webhook whose timestamp is further away than this is refused: somebody sends an old one again (Standard Webhooks). */
const TOLERANCE_S = 300;

/** The gateway's signature header, also under the reference's name, and by the key before a rotation. */
const HMAC_HEADERS = ['x-svc-hmac-sha256', 'x-nango-hmac-sha256'];

/**
 * Whether a received webhook was signed with the key and not changed since. Compares in constant time. Where the headers of
 * Standard Webhooks are there, they decide: their signature covers id and timestamp too, and what is older than five minutes
 * is refused. Otherwise the hex HMAC-SHA256 over the body does.
 */
export function isSignedWebhook(rawBody: string | Uint8Array, headers: ReceivedHeaders, key: string): boolean {
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody) : Buffer.from(rawBody);
  const header = (name: string): string | undefined => headerOf(headers, name);
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (id !== undefined && timestamp !== undefined && signature !== undefined)
    return isFresh(timestamp) && isStandard({ id, timestamp, body, key }, signature);
  const expected = createHmac('sha256', key).update(body).digest('hex');
  return HMAC_HEADERS.flatMap((name) => [header(name), header(`${name}-previous`)]).some(
    (given) => given !== undefined && isSame(given, expected),
  );
}

/** Whether a legacy signature, hex SHA-256 of key and JSON text, is right. */
export const isLegacySigned = (signature: string, json: string, key: string): boolean =>
  isSame(signature, createHash('sha256').update(key).update(json).digest('hex'));

interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Buffer;
  readonly key: string;
}

/** The header holds a signature by each key that is valid at the time, separated by spaces. */
function isStandard({ id, timestamp, body, key }: Signed, signature: string): boolean {
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return signature.split(' ').some((given) => isSame(given, expected));
}

const isFresh = (timestamp: string): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_S;

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function headerOf(headers: ReceivedHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : Array.isArray(found) ? String(found[0]) : undefined;
}
