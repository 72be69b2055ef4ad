import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto';

/** A token whose signature and times are right (RFC 7519). */
export interface CheckedJwt {
  readonly header: Readonly<Record<string, any>>;
  readonly payload: Readonly<Record<string, any>>;
}

const CLOCK_SKEW_S = 60;

/**
 * Checks a signed token against the key, which decides the algorithm together with the header: a public key never accepts
 * an HMAC. Returns undefined for whatever is wrong.
 */
export function checkJwt(token: string, key: KeyObject, nowMs = Date.now()): CheckedJwt | undefined {
  const [head, body, signature, ...rest] = token.split('.');
  const header = parse(head);
  const payload = parse(body);
  if (!header || !payload || !signature || rest.length > 0) return undefined;
  const isSigned = isSignedBy(key, header['alg'], `${head}.${body}`, Buffer.from(signature, 'base64url'));
  return isSigned && isInTime(payload, nowMs / 1000) ? { header, payload } : undefined;
}

function isSignedBy(key: KeyObject, algorithm: unknown, text: string, signature: Buffer): boolean {
  const data = Buffer.from(text);
  if (algorithm === 'HS256' && key.type === 'secret') {
    const expected = createHmac('sha256', key).update(data).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  if (key.type !== 'public') return false;
  if (algorithm === 'RS256' && key.asymmetricKeyType === 'rsa') return verify('sha256', data, key, signature);
  if (algorithm === 'ES256' && key.asymmetricKeyType === 'ec')
    return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
  return false;
}

function isInTime({ exp, iat, nbf }: CheckedJwt['payload'], nowS: number): boolean {
  const begins = [iat, nbf].filter((time) => time !== undefined);
  return typeof exp === 'number' && exp > nowS && begins.every((time) => time <= nowS + CLOCK_SKEW_S);
}

function parse(part = ''): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
