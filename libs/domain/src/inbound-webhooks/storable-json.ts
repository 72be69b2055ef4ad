import { exactDigits } from '@svc/contracts';
import { storableText } from '@svc/observability';

/** The same value, with what PostgreSQL cannot store in JSON replaced. Its depth is bounded where it was parsed. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value, Infinity);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  if (exactDigits(value) !== undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [storableText(key, Infinity), storableJson(entry)]),
  );
}
