import type {
  AnyActionDefinition,
  AnyDefinition,
  AnyOnEventDefinition,
  AnySyncDefinition,
} from './definitions/any-definition.js';
import { assertDefinition } from './definitions/assert-definition.js';
import type { ActionDescriptor, FunctionDescriptor, OnEventDescriptor, SyncDescriptor } from './function-descriptor.js';
import { toJsonSchema, toRequiredJsonSchema } from './to-json-schema.js';

const describeCommon = (definition: AnyDefinition) => ({
  description: definition.description,
  version: definition.version ?? null,
  metadata: toJsonSchema(definition.metadata, 'output'),
  scopes: [...(definition.scopes ?? [])],
});

const describeSync = (definition: AnySyncDefinition): SyncDescriptor => ({
  type: 'sync',
  ...describeCommon(definition),
  frequency: definition.frequency,
  models: Object.fromEntries(
    Object.entries(definition.models).map(([name, schema]) => [name, toRequiredJsonSchema(schema, 'output')]),
  ),
  checkpoint: toJsonSchema(definition.checkpoint, 'output'),
  autoStart: definition.autoStart ?? true,
  trackDeletes: definition.trackDeletes ?? false,
  syncType: definition.syncType ?? (definition.checkpoint ? 'incremental' : 'full'),
  webhookSubscriptions: [...(definition.webhookSubscriptions ?? [])],
  hasWebhookHandler: typeof definition.onWebhook === 'function',
  endpoints: [...(definition.endpoints ?? [])],
});

const describeAction = (definition: AnyActionDefinition): ActionDescriptor => ({
  type: 'action',
  ...describeCommon(definition),
  input: toJsonSchema(definition.input, 'input'),
  output: toJsonSchema(definition.output, 'output'),
  endpoints: definition.endpoint === undefined ? [] : [definition.endpoint],
});

const describeOnEvent = (definition: AnyOnEventDefinition): OnEventDescriptor => ({
  type: 'on-event',
  ...describeCommon(definition),
  event: definition.event,
});

/**
 * The JSON description of a function: its fields, and its zod schemas as JSON Schema. Pure; nothing of the function runs.
 *
 * @param definition the default export of a function's file
 * @throws {TypeError} naming the field, when it is not a definition
 */
export const describeFunction = (definition: unknown): FunctionDescriptor => {
  assertDefinition(definition);
  switch (definition.type) {
    case 'sync':
      return describeSync(definition);
    case 'action':
      return describeAction(definition);
    case 'on-event':
      return describeOnEvent(definition);
  }
};
