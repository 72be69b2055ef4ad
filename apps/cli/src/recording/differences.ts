import type { Paint } from '../terminal/paint.js';

/** A place where two values differ. What is missing on one side is undefined there. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Where two JSON values differ. Lists of records are compared by their ids. */
export function differencesOf(expected: unknown, actual: unknown, path = ''): Difference[] {
  const before = keyed(expected);
  const after = keyed(actual);
  if (!before || !after || before.kind !== after.kind)
    return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ path, expected, actual }];
  const keys = new Set([...before.entries.keys(), ...after.entries.keys()]);
  return [...keys].flatMap((key) =>
    differencesOf(
      before.entries.get(key),
      after.entries.get(key),
      `${path}${path === '' ? key.replace(/^\./, '') : key}`,
    ),
  );
}

interface Keyed {
  readonly kind: string;
  readonly entries: ReadonlyMap<string, unknown>;
}

function keyed(value: unknown): Keyed | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value))
    return { kind: 'object', entries: new Map(Object.entries(value).map(([name, inner]) => [`.${name}`, inner])) };
  const items: unknown[] = value;
  const ids = items.map(idOf);
  const haveIds = items.length > 0 && ids.every((id) => id !== undefined) && new Set(ids).size === ids.length;
  const entries = items.map((item, index): [string, unknown] => [haveIds ? `[id ${ids[index]}]` : `[${index}]`, item]);
  return { kind: 'list', entries: new Map(entries) };
}

const idOf = (item: unknown): string | undefined =>
  typeof item === 'object' && item !== null && 'id' in item && item.id !== undefined ? String(item.id) : undefined;

const MAX_SHOWN = 20;

/** Differences for people: the place, `-` what was expected, `+` what came. */
export function differenceLines(differences: readonly Difference[], paint: Paint): string[] {
  const lines = differences
    .slice(0, MAX_SHOWN)
    .flatMap(({ path, expected, actual }) => [
      paint('bold', path === '' ? 'result' : path),
      ...side('-', expected).map((line) => paint('red', line)),
      ...side('+', actual).map((line) => paint('green', line)),
    ]);
  const more = differences.length - MAX_SHOWN;
  return more > 0 ? [...lines, `... and ${more} more`] : lines;
}

const side = (mark: string, value: unknown): string[] =>
  value === undefined
    ? [`  ${mark} (nothing)`]
    : JSON.stringify(value, null, 2)
        .split('\n')
        .map((line) => `  ${mark} ${line}`);
