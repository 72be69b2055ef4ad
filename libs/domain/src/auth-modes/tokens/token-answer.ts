import { parseMoment } from '@svc/contracts';
import type { JsonAnswer } from '@svc/http';

/** A token endpoint's answer as an object. */
export type TokenBody = Readonly<Record<string, unknown>>;

/** The body as an object: JSON, or the form encoding that some older endpoints answer with; undefined for anything else. */
export function readTokenBody({ json, text, headers }: JsonAnswer): TokenBody | undefined {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json };
  const isForm =
    headers['content-type']?.includes('x-www-form-urlencoded') || /^(access_token|error|oauth_\w+)=/.test(text);
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** The value at a dot path. */
export function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
      body,
    );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A token as text; some endpoints answer numbers. Undefined when there is none. */
export function tokenText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export interface ExpiryRules {
  readonly unit?: 'seconds' | 'milliseconds' | undefined;
  /** What holds where the answer says nothing. */
  readonly defaultLifeMs?: number | undefined;
}

/** When the token of an answer ends, by its `expires_at` (ms, s or a date) or `expires_in`; null when it says nothing. */
export function expiryOf(
  answer: TokenBody,
  { unit = 'seconds', defaultLifeMs }: ExpiryRules = {},
  nowMs = Date.now(),
): Date | null {
  const at = parseMoment(answer['expires_at']);
  if (at) return at;
  const given = answer['expires_in'];
  const life = typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN;
  if (Number.isFinite(life) && life > 0)
    return parseMoment(new Date(nowMs + life * (unit === 'milliseconds' ? 1 : 1000)));
  return defaultLifeMs === undefined ? null : new Date(nowMs + defaultLifeMs);
}
