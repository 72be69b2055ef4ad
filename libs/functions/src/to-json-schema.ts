import { z } from 'zod';
import { standsForNothing } from './definitions/schema-kind.js';
import type { JsonSchema } from './function-descriptor.js';
import { isZod3, zod3JsonSchema } from './zod3-json-schema.js';

/** Dates have no JSON form of their own; on the wire they are ISO 8601 text. */
const describeDate: NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type !== 'date') return;
  jsonSchema.type = 'string';
  jsonSchema.format = 'date-time';
};

/**
 * A zod schema, of zod 4 or 3, as JSON Schema. Parts that JSON Schema cannot say, such as a transform, are described as any value, and so is a
 * schema that cannot be described at all: what a function checks does not depend on what can be told about it.
 */
export const toRequiredJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  try {
    if (isZod3(schema)) return zod3JsonSchema(schema, io);
    return { ...z.toJSONSchema(schema, { io, unrepresentable: 'any', override: describeDate }) };
  } catch {
    return {};
  }
};

/** As {@link toRequiredJsonSchema}; null where the schema is missing or stands for no value. */
export const toJsonSchema = (schema: z.ZodType | undefined, io: 'input' | 'output'): JsonSchema | null =>
  schema === undefined || standsForNothing(schema) ? null : toRequiredJsonSchema(schema, io);
