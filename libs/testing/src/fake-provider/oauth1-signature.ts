import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { authorizationOf, type ReceivedRequest } from './received-request.js';

export type OAuth1Method = 'HMAC-SHA1' | 'HMAC-SHA256' | 'RSA-SHA1' | 'PLAINTEXT';

/** What a signature is checked with. */
export interface OAuth1Secrets {
  readonly consumerSecret: string;
  readonly tokenSecret?: string;
  /** For RSA-SHA1. */
  readonly publicKey?: KeyObject;
}

type Pairs = readonly (readonly [string, string])[];

/** The protocol parameters of a request with an `Authorization: OAuth` header (RFC 5849, section 3.5.1). */
export function oauth1Parameters(request: ReceivedRequest): Record<string, string> | undefined {
  const header = authorizationOf(request, 'OAuth');
  return header === undefined ? undefined : Object.fromEntries(headerPairs(header));
}

/** Whether the request's signature is right (RFC 5849, section 3.4; HMAC-SHA256 as NetSuite and others have it). */
export function isOAuth1Signed(request: ReceivedRequest, secrets: OAuth1Secrets): boolean {
  const parameters = oauth1Parameters(request);
  const given = parameters?.['oauth_signature'];
  if (given === undefined) return false;
  const base = signatureBase(request);
  const key = `${encode(secrets.consumerSecret)}&${encode(secrets.tokenSecret ?? '')}`;
  switch (parameters?.['oauth_signature_method'] as OAuth1Method) {
    case 'HMAC-SHA1':
      return isSame(given, createHmac('sha1', key).update(base).digest('base64'));
    case 'HMAC-SHA256':
      return isSame(given, createHmac('sha256', key).update(base).digest('base64'));
    case 'PLAINTEXT':
      return isSame(given, key);
    case 'RSA-SHA1':
      return !!secrets.publicKey && verify('sha1', Buffer.from(base), secrets.publicKey, Buffer.from(given, 'base64'));
    default:
      return false;
  }
}

/** The text that is signed (RFC 5849, section 3.4.1). */
export function signatureBase(request: ReceivedRequest): string {
  const { method, url, body, headers } = request;
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const pairs: Pairs = [
    ...url.searchParams,
    ...headerPairs(authorizationOf(request, 'OAuth') ?? '').filter(
      ([name]) => name !== 'realm' && name !== 'oauth_signature',
    ),
    ...(isForm ? new URLSearchParams(body) : []),
  ];
  const sorted = pairs
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join('='));
  // URL drops default ports and lowers the host's case, as section 3.4.1.2 asks.
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, sorted.join('&')].map(encode).join('&');
}

function headerPairs(header: string): Pairs {
  return [...header.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    decodeURIComponent(name),
    decodeURIComponent(value),
  ]);
}

/** RFC 5849, section 3.6. */
const encode = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
