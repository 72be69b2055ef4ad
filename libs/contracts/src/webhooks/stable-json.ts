import { exactDigits } from './exact-json.js';

/** JSON with sorted keys: the body of a webhook, and what tells whether two inputs are equal, is the same text whatever order keys came in. */
export const stableJson = (value: unknown): string => JSON.stringify(value, sorted);

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (exactDigits(value) !== undefined) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
