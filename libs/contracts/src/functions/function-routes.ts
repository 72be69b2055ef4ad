import { z } from 'zod';
import { functionNameSchema, uniqueKeySchema, wholeNumberTextSchema } from '../identifiers.js';
import { functionKindSchema } from '../runs/run-protocol.js';
import { storableTextSchema } from '../storable.js';
import { functionEventSchema, functionSourceSchema } from './function-definition.js';

/** Path of the routes about the functions of an integration. */
export const integrationFunctionsParamsSchema = z.strictObject({ uniqueKey: uniqueKeySchema });

/** Path of the routes about one function. */
export const functionParamsSchema = z.strictObject({ uniqueKey: uniqueKeySchema, name: functionNameSchema });
/** Path of the routes about one function. */
export type FunctionParams = z.infer<typeof functionParamsSchema>;

/** Query of `GET /integrations/{k}/functions`. Pages count from 0. */
export const listFunctionsQuerySchema = z.strictObject({
  type: functionKindSchema.optional(),
  search: storableTextSchema.min(1).max(255).optional(),
  page: wholeNumberTextSchema.pipe(z.number().max(1_000_000)).default(0),
  limit: wholeNumberTextSchema.pipe(z.number().min(1).max(100)).default(20),
});
/** Query of `GET /integrations/{k}/functions`. */
export type ListFunctionsQuery = z.infer<typeof listFunctionsQuerySchema>;

/** Query of `GET /integrations/{k}/functions/{name}` and of its code. */
export const functionQuerySchema = z.strictObject({ type: functionKindSchema.optional() });

/** Body of `PATCH /integrations/{k}/functions/{name}` (beyond the contract): a disabled function is kept and does not run. */
export const patchFunctionBodySchema = z.strictObject({ enabled: z.boolean() });
/** Body of `PATCH /integrations/{k}/functions/{name}`. */
export type PatchFunctionBody = z.infer<typeof patchFunctionBodySchema>;

/** Query of `DELETE /integrations/{k}/functions/{name}`. */
export const deleteFunctionQuerySchema = z.strictObject({ type: z.enum(['sync', 'action']) });

/** Query of `GET /scripts/config`. */
export const scriptsConfigQuerySchema = z.strictObject({ format: z.enum(['nango', 'openai']).default('nango') });

/** A function as the API shows it (wire contract, section 11). */
export const functionSummarySchema = z.object({
  id: z.number().int(),
  name: z.string(),
  type: functionKindSchema,
  description: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  enabled: z.boolean(),
  last_deployed: z.string(),
  source: functionSourceSchema,
  /** Syncs and actions. */
  input: z.string().optional(),
  returns: z.array(z.string()).optional(),
  json_schema: z.record(z.string(), z.unknown()).nullish(),
  /** Syncs. */
  runs: z.string().nullish(),
  auto_start: z.boolean().optional(),
  track_deletes: z.boolean().optional(),
  /** On-event functions. */
  event: functionEventSchema.optional(),
});
/** A function as the API shows it. */
export type FunctionSummary = z.infer<typeof functionSummarySchema>;

/** Answer of `GET /integrations/{k}/functions/{name}/code`: the TypeScript source as it was deployed. */
export const functionCodeSchema = z.object({ type: functionKindSchema, code: z.string() });
/** Answer of `GET /integrations/{k}/functions/{name}/code`. */
export type FunctionCode = z.infer<typeof functionCodeSchema>;

/** Answer of `GET /integrations/{k}/functions`. */
export const listFunctionsResponseSchema = z.object({
  data: z.array(functionSummarySchema),
  /** `total` counts what matches on all pages; `page` counts from 0. */
  pagination: z.object({ total: z.number().int(), page: z.number().int(), limit: z.number().int() }),
});
/** Answer of `GET /integrations/{k}/functions`. */
export type ListFunctionsResponse = z.infer<typeof listFunctionsResponseSchema>;
