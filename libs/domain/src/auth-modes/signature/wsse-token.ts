import { createHash, randomBytes } from 'node:crypto';

/**
 * A token that proves knowledge of a password without sending it, as Emarsys and the older Adobe APIs have it: after the
 * OASIS WSS UsernameToken Profile, but the nonce counts as it is written, and the digest is the base64 of the hexadecimal
 * SHA-1.
 */
export function wsseToken(username: string, password: string, nowMs = Date.now(), nonce = newNonce()): string {
  const created = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const digest = createHash('sha1').update(`${nonce}${created}${password}`).digest('hex');
  const parts = {
    Username: username,
    PasswordDigest: Buffer.from(digest).toString('base64'),
    Nonce: nonce,
    Created: created,
  };
  const text = Object.entries(parts).map(([name, value]) => `${name}="${quoted(value)}"`);
  return `UsernameToken ${text.join(', ')}`;
}

const newNonce = (): string => randomBytes(16).toString('hex');

const quoted = (value: string): string => value.replaceAll(/["\\]/g, '\\$&');
