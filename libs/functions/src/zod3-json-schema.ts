import type { JsonSchema } from './function-descriptor.js';

type Fields = Readonly<Record<string, unknown>>;
type Io = 'input' | 'output';
/** Schemas around the one that is described: a recursive one is any value where it meets itself. */
type Open = readonly object[];

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Whether a schema is one of zod 3, which says what it is in another way. */
export const isZod3 = (schema: object): boolean => !('_zod' in schema) && '_def' in schema;

const definitionOf = (schema: unknown): Fields => {
  const definition: unknown = isObject(schema) ? schema['_def'] : undefined;
  return isObject(definition) ? definition : {};
};

const ABSENT = new Set(['ZodOptional', 'ZodUndefined', 'ZodVoid', 'ZodDefault', 'ZodCatch', 'ZodAny', 'ZodUnknown']);
const isOptional = (schema: unknown, io: Io): boolean => {
  const { typeName } = definitionOf(schema);
  if (io === 'output' && (typeName === 'ZodDefault' || typeName === 'ZodCatch')) return false;
  return ABSENT.has(String(typeName));
};

const FORMATS: Fields = { email: 'email', url: 'uri', uuid: 'uuid', datetime: 'date-time', date: 'date', time: 'time' };

const ofText = (check: Fields): JsonSchema => {
  const kind = String(check['kind']);
  if (kind === 'min') return { minLength: check['value'] };
  if (kind === 'max') return { maxLength: check['value'] };
  if (kind === 'length') return { minLength: check['value'], maxLength: check['value'] };
  if (check['regex'] instanceof RegExp) return { pattern: check['regex'].source };
  return kind in FORMATS ? { format: FORMATS[kind] } : {};
};

const ofNumber = ({ kind, value, inclusive }: Fields): JsonSchema => {
  if (kind === 'int') return { type: 'integer' };
  if (kind === 'min') return inclusive === true ? { minimum: value } : { exclusiveMinimum: value };
  if (kind === 'max') return inclusive === true ? { maximum: value } : { exclusiveMaximum: value };
  return kind === 'multipleOf' ? { multipleOf: value } : {};
};

const checked = (type: string, { checks }: Fields, describe: (check: Fields) => JsonSchema): JsonSchema =>
  Object.assign({ type }, ...(isList(checks) ? checks.filter(isObject) : []).map(describe));

/** An enum of TypeScript also leads from its numbers to their names. */
const valuesOf = (values: unknown): unknown[] => {
  if (isList(values)) return [...values];
  const entries = Object.entries(isObject(values) ? values : {});
  return entries
    .filter(([name]) => typeof Object(values)[String(Object(values)[name])] !== 'number')
    .map(([, value]) => value);
};

/** Describes one kind of schema by its definition. */
type Describe = (definition: Fields, describe: (schema: unknown) => JsonSchema, io: Io) => JsonSchema;

const inner =
  (field: string): Describe =>
  (definition, describe) =>
    describe(definition[field]);

const ofObject: Describe = ({ shape, unknownKeys, catchall }, describe, io) => {
  const fields: Fields = typeof shape === 'function' ? (shape as () => Fields)() : {};
  const names = Object.keys(fields);
  const isStrict = unknownKeys === 'strict';
  const rest = definitionOf(catchall)['typeName'] === 'ZodNever' ? undefined : describe(catchall);
  const required = names.filter((name) => !isOptional(fields[name], io));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, describe(fields[name])])),
    ...(required.length > 0 && { required }),
    ...(isStrict ? { additionalProperties: false } : rest && { additionalProperties: rest }),
  };
};

const ofUnion: Describe = ({ options }, describe) => ({
  anyOf: (isList(options) ? options : options instanceof Map ? [...options.values()] : []).map(describe),
});

const lengthOf = (limit: unknown): unknown => (isObject(limit) ? limit['value'] : undefined);

const ofArray: Describe = ({ type, minLength, maxLength, exactLength }, describe) => {
  const exact = lengthOf(exactLength);
  const [minItems, maxItems] = [exact ?? lengthOf(minLength), exact ?? lengthOf(maxLength)];
  return {
    type: 'array',
    items: describe(type),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
};

/** Kinds that are missing, such as maps and functions, have no form in JSON: they are any value. */
const KINDS: Readonly<Record<string, Describe>> = {
  ZodString: (definition) => checked('string', definition, ofText),
  ZodNumber: (definition) => checked('number', definition, ofNumber),
  ZodBoolean: () => ({ type: 'boolean' }),
  ZodDate: () => ({ type: 'string', format: 'date-time' }),
  ZodNull: () => ({ type: 'null' }),
  ZodNever: () => ({ not: {} }),
  ZodLiteral: ({ value }) => ({ const: value }),
  ZodEnum: ({ values }) => ({ enum: valuesOf(values) }),
  ZodNativeEnum: ({ values }) => ({ enum: valuesOf(values) }),
  ZodObject: ofObject,
  ZodArray: ofArray,
  ZodTuple: ({ items }, describe) => ({ type: 'array', prefixItems: (isList(items) ? items : []).map(describe) }),
  ZodRecord: ({ valueType }, describe) => ({ type: 'object', additionalProperties: describe(valueType) }),
  ZodUnion: ofUnion,
  ZodDiscriminatedUnion: ofUnion,
  ZodIntersection: ({ left, right }, describe) => ({ allOf: [describe(left), describe(right)] }),
  ZodNullable: ({ innerType }, describe) => ({ anyOf: [describe(innerType), { type: 'null' }] }),
  ZodOptional: inner('innerType'),
  ZodDefault: inner('innerType'),
  ZodCatch: inner('innerType'),
  ZodReadonly: inner('innerType'),
  ZodBranded: inner('type'),
  ZodPromise: inner('type'),
  ZodLazy: ({ getter }, describe) => describe(typeof getter === 'function' ? (getter as () => unknown)() : undefined),
  ZodPipeline: (definition, describe, io) => describe(definition[io === 'input' ? 'in' : 'out']),
  ZodEffects: ({ schema, effect }, describe, io) => {
    const kind = isObject(effect) ? effect['type'] : undefined;
    const isSame = kind === 'refinement' || (kind === 'transform' ? io === 'input' : io === 'output');
    return isSame ? describe(schema) : {};
  },
};

const describe = (schema: unknown, io: Io, open: Open): JsonSchema => {
  if (!isObject(schema) || open.includes(schema)) return {};
  const definition = definitionOf(schema);
  const of = KINDS[String(definition['typeName'])];
  const described = of?.(definition, (other) => describe(other, io, [...open, schema]), io) ?? {};
  const { description } = definition;
  return typeof description === 'string' ? { ...described, description } : described;
};

/**
 * A schema of zod 3 as JSON Schema. Written here, because it is part of what every isolate begins with: the library for it is
 * ten times as large.
 */
export const zod3JsonSchema = (schema: object, io: Io): JsonSchema => describe(schema, io, []);
