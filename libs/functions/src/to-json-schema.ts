import { z } from 'zod';
import type { JsonSchema } from './function-descriptor.js';

const WITHOUT_VALUE = new Set(['void', 'undefined', 'never']);

/** Dates have no JSON form of their own; on the wire they are ISO 8601 text. */
const describeDate: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type !== 'date') return;
  jsonSchema.type = 'string';
  jsonSchema.format = 'date-time';
};

/**
 * A zod schema as JSON Schema.
 * @throws {TypeError} naming `field`, when the schema has no JSON form
 */
export const toRequiredJsonSchema = (schema: z.ZodType, io: 'input' | 'output', field: string): JsonSchema => {
  try {
    const jsonSchema = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describeDate });
    return { ...jsonSchema };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`The schema of "${field}" has no JSON Schema form: ${reason}`, { cause: error });
  }
};

/** As {@link toRequiredJsonSchema}; null where the schema is missing or stands for no value. */
export const toJsonSchema = (
  schema: z.ZodType | undefined,
  io: 'input' | 'output',
  field: string,
): JsonSchema | null => {
  if (schema === undefined || WITHOUT_VALUE.has(schema._zod.def.type)) return null;
  return toRequiredJsonSchema(schema, io, field);
};
