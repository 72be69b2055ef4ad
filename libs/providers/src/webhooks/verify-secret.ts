import type { WebhookVerification } from '@svc/contracts';
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { readParts, readTimestamp } from './signature-parts.js';
import { signedContent } from './signed-content.js';
import type { WebhookRequest } from './webhook-request.js';

type Rule<Type extends WebhookVerification['type']> = Extract<WebhookVerification, { readonly type: Type }>;

/** Proofs that need nothing but the request and the secret. */
export type SecretRule = Exclude<WebhookVerification, { readonly type: 'jwt' }>;

/**
 * Whether a request proves by the secret where it comes from.
 * @param key what it is signed with, where that is not the secret.
 */
export function isProvedBySecret(
  rule: SecretRule,
  secret: string,
  request: WebhookRequest,
  nowMs: number,
  key = secret,
): boolean {
  const timestamp = rule.timestamp ? readTimestamp(rule.timestamp, request, nowMs) : '';
  if (timestamp === undefined) return false;
  const given = readParts(rule.signature, request);
  if (rule.type === 'token')
    return given.length > 0 && given.every((token) => isSame(token, expectedToken(rule, secret)));
  const content = signedContent(rule.content, request, { secret, timestamp });
  return content !== undefined && given.some((signature) => isSignature(rule, key, content, signature));
}

const expectedToken = ({ scheme }: Rule<'token'>, secret: string): string =>
  scheme === 'basic' ? `Basic ${Buffer.from(secret).toString('base64')}` : secret;

function isSignature(
  rule: Exclude<SecretRule, { readonly type: 'token' }>,
  secret: string,
  content: Buffer,
  given: string,
): boolean {
  const bytes = Buffer.from(given, rule.encoding);
  switch (rule.type) {
    case 'hmac':
      return isSame(bytes, createHmac(rule.algorithm, keyOf(rule, secret)).update(content).digest());
    case 'digest':
      return isSame(bytes, createHash(rule.algorithm).update(content).digest());
    case 'public_key':
      return isSignedByKey(rule, secret, content, bytes);
  }
}

/** In the time that the comparison of equal ones takes. */
function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const SVIX_PREFIX = 'whsec_';

function keyOf({ key }: Rule<'hmac'>, secret: string): Buffer {
  if (key === 'svix')
    return Buffer.from(secret.startsWith(SVIX_PREFIX) ? secret.slice(SVIX_PREFIX.length) : secret, 'base64');
  return Buffer.from(secret, key === 'text' ? 'utf8' : key);
}

function isSignedByKey(rule: Rule<'public_key'>, secret: string, content: Buffer, signature: Buffer): boolean {
  try {
    return verify(rule.algorithm === 'ed25519' ? null : 'sha256', content, publicKey(rule, secret), signature);
  } catch {
    // The key is none.
    return false;
  }
}

/** A raw Ed25519 key as DER begins with these bytes (RFC 8410). */
const ED25519_DER = Buffer.from('302a300506032b6570032100', 'hex');

function publicKey({ key }: Rule<'public_key'>, text: string): KeyObject {
  if (text.includes('BEGIN')) return createPublicKey(text.replaceAll('\\n', '\n'));
  const der = key === 'raw' ? Buffer.concat([ED25519_DER, Buffer.from(text, 'hex')]) : Buffer.from(text, 'base64');
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}
