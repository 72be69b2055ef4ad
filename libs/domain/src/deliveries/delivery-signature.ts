import { HEADERS } from '@svc/contracts';
import { createHash, createHmac } from 'node:crypto';

/** What is signed. */
export interface SignedDelivery {
  /** Stable id of the event; the same at each attempt and each endpoint. */
  readonly eventId: string;
  /** When it is sent, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: Buffer;
}

/**
 * Signature headers of a delivery: hex HMAC-SHA256 over the body (wire contract, section 15), and those of Standard Webhooks
 * over id, timestamp and body. `keys` are the current one and, for a day after a rotation, the one before it.
 * @param withAliases also under the reference's names (`WIRE_ALIASES`)
 */
export function signatureHeaders(
  { eventId, timestamp, body }: SignedDelivery,
  keys: readonly [current: string, previous?: string],
  withAliases: boolean,
): string[] {
  const [current, previous] = keys;
  const signed = Buffer.concat([Buffer.from(`${eventId}.${timestamp}.`), body]);
  const standard = keys.flatMap((key) => (key ? [`v1,${hmac(key, signed).toString('base64')}`] : []));
  const headers = [
    'webhook-id',
    eventId,
    'webhook-timestamp',
    String(timestamp),
    'webhook-signature',
    standard.join(' '),
  ];
  const name = HEADERS.webhookSignature;
  const add = (header: string, value: string): number => headers.push(header, value);
  for (const spelling of [name.canonical, ...(withAliases ? name.aliases : [])]) {
    add(spelling, hmac(current, body).toString('hex'));
    if (previous !== undefined) add(`${spelling}-Previous`, hmac(previous, body).toString('hex'));
  }
  if (withAliases)
    for (const spelling of HEADERS.webhookSignatureLegacy.aliases)
      add(spelling, createHash('sha256').update(current).update(body).digest('hex'));
  return headers;
}

const hmac = (key: string, bytes: Buffer): Buffer => createHmac('sha256', key).update(bytes).digest();
