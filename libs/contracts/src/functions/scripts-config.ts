import { z } from 'zod';
import { functionKindSchema } from '../runs/run-protocol.js';
import { functionEndpointSchema } from './function-definition.js';

/** A function in the answer of `GET /scripts/config` (wire contract, section 11). */
export const scriptConfigSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  type: functionKindSchema,
  runs: z.string().nullable(),
  auto_start: z.boolean(),
  track_deletes: z.boolean(),
  attributes: z.record(z.string(), z.unknown()),
  description: z.string(),
  scopes: z.array(z.string()),
  metadata: z.object({ description: z.string(), scopes: z.array(z.string()) }),
  input: z.string().nullable(),
  returns: z.array(z.string()),
  endpoints: z.array(functionEndpointSchema),
  version: z.string().nullable(),
  last_deployed: z.string(),
  webhookSubscriptions: z.array(z.string()),
  enabled: z.boolean(),
  json_schema: z.record(z.string(), z.unknown()).nullable(),
  sdk_version: z.string().nullable(),
  source: z.string(),
  features: z.array(z.string()),
  sync_type: z.string().nullable(),
});
/** A function in the answer of `GET /scripts/config`. */
export type ScriptConfig = z.infer<typeof scriptConfigSchema>;

/** Answer of `GET /scripts/config`. */
export const scriptsConfigSchema = z.array(
  z.object({
    providerConfigKey: z.string(),
    provider: z.string(),
    syncs: z.array(scriptConfigSchema),
    actions: z.array(scriptConfigSchema),
    'on-events': z.array(scriptConfigSchema),
  }),
);
/** Answer of `GET /scripts/config`. */
export type ScriptsConfig = z.infer<typeof scriptsConfigSchema>;

/** Answer of `GET /scripts/config?format=openai`: actions as tools of a language model. */
export const openAiToolsSchema = z.object({
  data: z.array(z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) })),
});
/** Answer of `GET /scripts/config?format=openai`. */
export type OpenAiTools = z.infer<typeof openAiToolsSchema>;
