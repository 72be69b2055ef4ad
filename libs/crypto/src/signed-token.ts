import { createHmac, timingSafeEqual } from 'node:crypto';

interface Expiring {
  /** Unix time in seconds. */
  readonly exp: number;
}

const macOf = (body: string, secret: string): Buffer => createHmac('sha256', secret).update(body).digest();

/** A token that only the holder of `secret` can make: base64url of the JSON claims, a dot, base64url of its HMAC-SHA256. */
export function signToken(claims: Expiring & Record<string, unknown>, secret: string): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${body}.${macOf(body, secret).toString('base64url')}`;
}

/** The claims of a token made by {@link signToken}, or `undefined` when it is forged, damaged or expired. */
export function verifyToken(token: string, secret: string, nowMs = Date.now()): Record<string, unknown> | undefined {
  const [body = '', mac = ''] = token.split('.', 2);
  const expected = macOf(body, secret);
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  return typeof claims['exp'] === 'number' && claims['exp'] * 1000 > nowMs ? claims : undefined;
}
