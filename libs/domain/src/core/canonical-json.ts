const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([left]: [string, unknown], [right]: [string, unknown]): number => (left < right ? -1 : 1);

/** JSON text that is the same for equal values, in whatever order the keys of their objects came. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, entry: unknown) =>
    isMap(entry) ? Object.fromEntries(Object.entries(entry).sort(byName)) : entry,
  );
