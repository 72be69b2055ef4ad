import { exactDigits } from './exact-json.js';

/** The body of a webhook: JSON with sorted keys, so that the same event is always the same bytes. */
export const stableJson = (value: unknown): string => JSON.stringify(value, sorted);

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (exactDigits(value) !== undefined) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
