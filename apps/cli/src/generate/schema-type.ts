import type { JsonSchema } from '@svc/functions';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A JSON Schema as a TypeScript type. What cannot be said in types, such as a pattern, is left out. */
export function schemaType(schema: JsonSchema | boolean, indent = '', definitions = definitionsOf(schema)): string {
  return typeOf(schema, { indent, definitions, path: [] });
}

interface Context {
  readonly indent: string;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** References that are being resolved: one that contains itself has no end. */
  readonly path: readonly string[];
}

const definitionsOf = (schema: JsonSchema | boolean): Readonly<Record<string, JsonSchema>> => {
  const { $defs, definitions } = Object(schema) as { $defs?: object; definitions?: object };
  return { ...definitions, ...$defs };
};

function typeOf(schema: unknown, context: Context): string {
  if (typeof schema !== 'object' || schema === null) return schema === false ? 'never' : 'unknown';
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type } = schema as Record<string, unknown>;
  if (typeof $ref === 'string') return referencedType($ref, context);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return union(choices.map((choice) => typeOf(choice, context)));
  if (Array.isArray(allOf)) return allOf.map((part) => parenthesised(typeOf(part, context))).join(' & ') || 'unknown';
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, context)));
  return basicType(schema as JsonSchema, context);
}

function basicType(schema: JsonSchema, context: Context): string {
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema, context);
    case 'object':
      return objectType(schema, context);
    default:
      return 'unknown';
  }
}

function referencedType(reference: string, context: Context): string {
  const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(reference)?.[1];
  const target = name === undefined ? undefined : context.definitions[name];
  if (name === undefined || !target || context.path.includes(name)) return 'unknown';
  return typeOf(target, { ...context, path: [...context.path, name] });
}

function arrayType({ items, prefixItems }: JsonSchema, context: Context): string {
  if (!Array.isArray(prefixItems)) return `${parenthesised(typeOf(items ?? true, context))}[]`;
  const rest = typeof items === 'object' && items !== null ? [`...${parenthesised(typeOf(items, context))}[]`] : [];
  return `[${[...prefixItems.map((item) => typeOf(item, context)), ...rest].join(', ')}]`;
}

function objectType(schema: JsonSchema, context: Context): string {
  const { properties, required, additionalProperties, propertyNames } = schema;
  const names = new Set(Array.isArray(required) ? required.map(String) : []);
  const inner = { ...context, indent: `${context.indent}  ` };
  const fields = Object.entries(Object(properties) as Record<string, JsonSchema>).map(([name, value]) => {
    const key = IDENTIFIER.test(name) ? name : JSON.stringify(name);
    return `${inner.indent}${docOf(value, inner.indent)}${key}${names.has(name) ? '' : '?'}: ${typeOf(value, inner)};\n`;
  });
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (fields.length > 0) {
    const open = isOpen ? `${inner.indent}[name: string]: unknown;\n` : '';
    return `{\n${fields.join('')}${open}${context.indent}}`;
  }
  if (!isOpen) return additionalProperties === false ? 'Record<string, never>' : 'Record<string, unknown>';
  const keys = (Object(propertyNames) as JsonSchema)['enum'] ? typeOf(propertyNames, context) : 'string';
  const record = `Record<${keys}, ${typeOf(additionalProperties, context)}>`;
  return keys === 'string' ? record : `Partial<${record}>`;
}

function docOf({ description }: JsonSchema, indent: string): string {
  return typeof description === 'string'
    ? `/** ${description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n${indent}`
    : '';
}

const union = (types: readonly string[]): string => [...new Set(types)].map(parenthesised).join(' | ') || 'never';

/** Brackets around what binds less tightly than a list or a union does. */
const parenthesised = (type: string): string => (/ [|&] /.test(withoutBraces(type)) ? `(${type})` : type);

/** What stands outside all brackets and texts. */
function withoutBraces(type: string): string {
  let text = type.replace(/"(?:[^"\\]|\\.)*"|\/\*.*?\*\//gs, '');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/\{[^{}]*\}|\[[^[\]]*\]|<[^<>]*>|\([^()]*\)/g, '');
  }
  return text;
}
