import { z } from 'zod';

/** Events that an on-event function may handle (specification, "Function lifecycle events"). */
export const FUNCTION_EVENTS = ['post-connection-creation', 'pre-connection-deletion', 'validate-connection'] as const;
/** Event that an on-event function handles. */
export const functionEventSchema = z.enum(FUNCTION_EVENTS);
/** Event that an on-event function handles. */
export type FunctionEvent = z.infer<typeof functionEventSchema>;

/** An endpoint of a function definition; deprecated, kept for those who declare it. */
export const functionEndpointSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().min(1).max(2048).startsWith('/', 'starts with /'),
  group: z.string().max(255).nullish(),
});
/** An endpoint of a function definition. */
export type FunctionEndpoint = z.infer<typeof functionEndpointSchema>;

/** Who manages a function: a repository through the CLI, the catalogue, or the API alone. */
export const functionSourceSchema = z.enum(['repo', 'catalog', 'standalone']);
/** Who manages a function. */
export type FunctionSource = z.infer<typeof functionSourceSchema>;

/** JSON Schemas by model name. */
export const modelSchemasSchema = z.record(z.string(), z.record(z.string(), z.unknown()));
/** JSON Schemas by model name. */
export type ModelSchemas = z.infer<typeof modelSchemasSchema>;

/**
 * A published function's definition, as the gateway keeps it: what the author declared, with zod schemas turned into JSON
 * Schema. Fields of other kinds of functions are null or empty.
 */
export const functionDefinitionSchema = z.object({
  description: z.string(),
  /** Documentation only. */
  scopes: z.array(z.string()),
  /** Frequency of a sync as its author wrote it; null when it runs on demand only. */
  runs: z.string().nullable(),
  /** Whether a sync starts with a new connection. */
  autoStart: z.boolean(),
  /** Deprecated: every run tracks deletions of all models. */
  trackDeletes: z.boolean(),
  syncType: z.enum(['full', 'incremental']).nullable(),
  /** Models that a sync writes; for an action the name of its output's schema. */
  models: z.array(z.string()),
  /** Name of the schema of an action's input. */
  input: z.string().nullable(),
  endpoints: z.array(functionEndpointSchema),
  /** Types of webhooks that the sync handles; `*` matches all. */
  webhookSubscriptions: z.array(z.string()),
  features: z.array(z.string()),
  /** Schemas of models, input, output, metadata and checkpoint. */
  schemas: modelSchemasSchema,
  /** Event of an on-event function. */
  event: functionEventSchema.nullable(),
  attributes: z.record(z.string(), z.unknown()),
  sdkVersion: z.string().nullable(),
});
/** A published function's definition. */
export type FunctionDefinition = z.infer<typeof functionDefinitionSchema>;
