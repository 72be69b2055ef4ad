import { z } from 'zod';

/** A moment: ISO 8601 text, or a number of seconds or milliseconds since 1970. */
export const momentSchema = z
  .union([z.string().min(1).max(64), z.number().positive()])
  .refine(
    (value) => typeof value === 'number' || !Number.isNaN(Date.parse(value)) || /^\d{1,15}$/.test(value),
    'must be an ISO 8601 date-time, or seconds or milliseconds since 1970',
  );

/** Above this a number counts milliseconds since 1970, below it seconds: 10^11 s is the year 5138. */
const MILLISECONDS_FROM = 1e11;

/** A moment written as milliseconds or seconds since 1970, or as a date. */
export function parseMoment(value: unknown): Date | null {
  if (value instanceof Date) return dateOf(value.getTime());
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const number = value === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return dateOf(Date.parse(String(value)));
  return number <= 0 ? null : dateOf(number < MILLISECONDS_FROM ? number * 1000 : number);
}

/** Last moment that PostgreSQL and JavaScript both write in four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31);

const dateOf = (ms: number): Date | null => (Number.isFinite(ms) && ms > 0 ? new Date(Math.min(ms, LATEST_MS)) : null);
