const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Structural, because a function may bring another copy of zod, or zod 3. */
export const isSchema = (value: unknown): boolean =>
  isObject(value) &&
  (isObject(value['_zod']) || (isObject(value['_def']) && typeof value['safeParseAsync'] === 'function'));

/** What kind of schema it is, in zod 4's words: `object`, `void`, ... */
const kindOf = (schema: object): string => {
  const inner: unknown = Reflect.get(schema, '_zod');
  const definition: unknown = isObject(inner) ? inner['def'] : Reflect.get(schema, '_def');
  if (!isObject(definition)) return '';
  return String(definition['type'] ?? definition['typeName'])
    .replace(/^Zod/, '')
    .toLowerCase();
};

const WITHOUT_VALUE = new Set(['void', 'undefined', 'never']);

/** Whether a schema stands for no value, for which JSON has no form. */
export const standsForNothing = (schema: object): boolean => WITHOUT_VALUE.has(kindOf(schema));
