import { z } from 'zod';
import { functionNameSchema, uniqueKeySchema } from '../identifiers.js';
import { functionKindSchema } from '../runs/run-protocol.js';
import { storableTextSchema } from '../storable.js';
import { functionEndpointSchema, functionEventSchema, modelSchemasSchema } from '../functions/function-definition.js';

/** Longest script, source or source map of one function, in characters. */
export const MAX_SCRIPT_LENGTH = 5 * 1024 * 1024;

/** Longest description of a function, in characters (wire contract, section 11). */
export const MAX_DESCRIPTION_LENGTH = 2000;

const shortText = storableTextSchema.min(1).max(255);

/**
 * The code of a function: `js`, the body of a CommonJS module whose `module.exports.default` is the definition; `ts`, the
 * source that the author wrote; `map`, the source map of `js` as JSON text.
 */
export const fileBodySchema = z.strictObject({
  js: z.string().min(1).max(MAX_SCRIPT_LENGTH),
  ts: z.string().max(MAX_SCRIPT_LENGTH),
  map: z.string().max(MAX_SCRIPT_LENGTH).nullish(),
});

/** What people read about a function. */
export const functionMetadataSchema = z.strictObject({
  description: z.string().max(MAX_DESCRIPTION_LENGTH).nullish(),
  scopes: z.array(z.string().max(1024)).max(1000).nullish(),
});

/** A sync or an action to be deployed (wire contract, section 11). */
export const flowConfigSchema = z.strictObject({
  type: z.enum(['sync', 'action']),
  syncName: functionNameSchema,
  providerConfigKey: uniqueKeySchema,
  fileBody: fileBodySchema,
  models: z.array(shortText).max(500),
  runs: z.string().max(255).nullish(),
  auto_start: z.boolean().default(true),
  attributes: z.record(z.string(), z.unknown()).nullish(),
  metadata: functionMetadataSchema.nullish(),
  input: shortText.nullish(),
  endpoints: z.array(functionEndpointSchema).max(500).nullish(),
  version: shortText.nullish(),
  track_deletes: z.boolean().default(false),
  sync_type: z.enum(['full', 'incremental']).nullish(),
  webhookSubscriptions: z.array(shortText).max(500).nullish(),
  models_json_schema: z.looseObject({ definitions: modelSchemasSchema }).nullish(),
  features: z.array(shortText).max(100).nullish(),
  /** Older form of `models_json_schema`; accepted and not kept. */
  model_schema: z.unknown().optional(),
});
/** A sync or an action to be deployed. */
export type FlowConfig = z.infer<typeof flowConfigSchema>;

/** An on-event function to be deployed. */
export const onEventScriptSchema = z.strictObject({
  name: functionNameSchema,
  fileBody: fileBodySchema,
  event: functionEventSchema,
  metadata: functionMetadataSchema.nullish(),
  version: shortText.nullish(),
  models_json_schema: z.looseObject({ definitions: modelSchemasSchema }).nullish(),
});
/** An on-event function to be deployed. */
export type OnEventScript = z.infer<typeof onEventScriptSchema>;

/** How much of the environment a deploy speaks for: all of it, one function, or the integrations that it names. */
export const deployModeSchema = z.enum(['all', 'single', 'integration']);
/** How much of the environment a deploy speaks for. */
export type DeployMode = z.infer<typeof deployModeSchema>;

/** Body of `POST /sync/deploy/confirmation` and `POST /sync/deploy`. */
export const deployRequestSchema = z.strictObject({
  flowConfigs: z.array(flowConfigSchema).max(5000),
  onEventScriptsByProvider: z
    .array(z.strictObject({ providerConfigKey: uniqueKeySchema, scripts: z.array(onEventScriptSchema).max(1000) }))
    .max(5000)
    .nullish(),
  /** JSON Schema of all models together; each function carries its own, so this one is not kept. */
  jsonSchema: z.record(z.string(), z.unknown()).nullish(),
  /** Whether functions that the body does not name are deleted, within what `deployMode` covers. */
  reconcile: z.boolean(),
  debug: z.boolean(),
  deployMode: deployModeSchema.default('all'),
  /** @deprecated `true` means `deployMode: "single"`. */
  singleDeployMode: z.boolean().nullish(),
  sdkVersion: z
    .string()
    .regex(/^\d+\.\d+\.\d+-(zero|yaml)$/, 'has the form x.y.z-zero or x.y.z-yaml')
    .nullish(),
  source: z.enum(['repo', 'standalone']).default('repo'),
});
/** Body of a deploy, parsed. */
export type DeployRequest = z.infer<typeof deployRequestSchema>;
/** Body of a deploy, as it is sent. */
export type DeployRequestInput = z.input<typeof deployRequestSchema>;

const plannedFunctionSchema = z.object({ name: z.string(), providerConfigKey: z.string() });

const plannedSyncSchema = plannedFunctionSchema.extend({
  auto_start: z.boolean(),
  /** Connections of the integration: each has an instance of the sync. */
  connections: z.number().int(),
});

/** What a deploy changes about one function: enough to decide without reading code (beyond the contract). */
export const plannedChangeSchema = plannedFunctionSchema.extend({
  type: functionKindSchema,
  change: z.enum(['created', 'updated', 'deleted']),
  /** Fields that differ, such as `code`, `source`, `version`, `runs` or `description`. Empty unless updated. */
  fields: z.array(z.string()),
  /** JSON Schemas that differ, by name: models, input, output, metadata and checkpoint. */
  schemas: z.array(z.object({ name: z.string(), change: z.enum(['added', 'changed', 'removed']) })),
  /**
   * What becomes of the syncs of existing connections; null for what is no sync, or has no connection.
   * `starts`: each gets an instance, which runs at once. `added`: as before, but it waits to be started. `restarts`: its
   * schedule begins anew, with another frequency. `continues`: its next run takes the new version, a running one ends with
   * the old. `stops`: its instances and runs are ended.
   */
  effect: z.enum(['starts', 'added', 'restarts', 'continues', 'stops']).nullable(),
});
/** What a deploy changes about one function. */
export type PlannedChange = z.infer<typeof plannedChangeSchema>;

/** Records that no sync keeps up to date any more (beyond the contract). */
export const droppedDataSchema = z.object({
  providerConfigKey: z.string(),
  model: z.string(),
  /** Records in the cache of all connections. */
  records: z.number().int(),
});
/** Records that no sync keeps up to date any more. */
export type DroppedData = z.infer<typeof droppedDataSchema>;

const plannedOnEventSchema = plannedFunctionSchema.extend({ event: functionEventSchema });

/** Answer of `POST /sync/deploy/confirmation`: what the deploy would change. Unchanged functions are not named. */
export const deployPlanSchema = z.object({
  newSyncs: z.array(plannedSyncSchema),
  updatedSyncs: z.array(plannedSyncSchema),
  deletedSyncs: z.array(plannedSyncSchema),
  newActions: z.array(plannedFunctionSchema),
  updatedActions: z.array(plannedFunctionSchema),
  deletedActions: z.array(plannedFunctionSchema),
  /** Models that no sync of their integration writes any more. */
  deletedModels: z.array(z.string()),
  newOnEventScripts: z.array(plannedOnEventSchema),
  updatedOnEventScripts: z.array(plannedOnEventSchema),
  deletedOnEventScripts: z.array(plannedOnEventSchema),
  /** The same changes in detail, in the order created, updated, deleted. */
  changes: z.array(plannedChangeSchema),
  /** Cached records that the deploy would abandon; models without any record are left out. */
  drops: z.array(droppedDataSchema),
});
/** What a deploy would change. */
export type DeployPlan = z.infer<typeof deployPlanSchema>;

/** Answer of `POST /sync/deploy`: every function of the body as it is published now. */
export const deployResultSchema = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    type: functionKindSchema,
    providerConfigKey: z.string(),
    version: z.string().nullable(),
    /** When its version was published; an unchanged function keeps the earlier time. */
    last_deployed: z.string(),
    input: z.string().nullable(),
    models: z.array(z.string()),
    runs: z.string().nullable(),
  }),
);
/** Every function of a deploy as it is published now. */
export type DeployResult = z.infer<typeof deployResultSchema>;
