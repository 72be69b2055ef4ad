import { SignJWT } from 'jose';
import { randomUUID, type KeyObject } from 'node:crypto';
import { readPrivateKey, unusableKey } from './private-key.js';

/** A token to sign. */
export interface UnsignedJwt {
  /** PEM, or the secret of an HMAC. */
  readonly key: string;
  readonly hmacEncoding?: 'hex' | 'utf8' | undefined;
  readonly header: { readonly alg: string; readonly typ?: string; readonly kid?: string };
  /** `iat` and `exp` are added. */
  readonly payload: Readonly<Record<string, string>>;
  readonly lifeMs: number;
  /** A number of its own, for receivers that take each token once. */
  readonly hasId?: boolean;
}

/** A token, and when it ends. */
export interface SignedJwt {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Signs a token (RFC 7519).
 *
 * @throws AppError `invalid_certificate_or_key_format`
 */
export async function signJwt(unsigned: UnsignedJwt, nowMs = Date.now()): Promise<SignedJwt> {
  const { header, payload, lifeMs, hasId } = unsigned;
  const issuedAtS = Math.floor(nowMs / 1000);
  const expiresAtS = issuedAtS + Math.floor(lifeMs / 1000);
  const key = keyOf(unsigned);
  const jwt = new SignJWT({ ...payload })
    .setProtectedHeader(header)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(expiresAtS);
  if (hasId) jwt.setJti(randomUUID());
  try {
    return { token: await jwt.sign(key), expiresAt: new Date(expiresAtS * 1000) };
  } catch (cause) {
    throw unusableKey(
      `The key cannot sign with ${header.alg}, which the provider wants: use a key of that kind.`,
      cause,
    );
  }
}

function keyOf({ key, header: { alg }, hmacEncoding = 'utf8' }: UnsignedJwt): KeyObject | Uint8Array {
  if (!alg.startsWith('HS')) return readPrivateKey(key);
  if (hmacEncoding === 'hex' && !/^([0-9a-f]{2})+$/i.test(key))
    throw unusableKey('The secret must consist of hexadecimal digits, two for each byte.');
  return Buffer.from(key, hmacEncoding);
}
