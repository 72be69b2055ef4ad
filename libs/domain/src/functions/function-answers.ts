import type { FunctionDefinition, FunctionSummary, OpenAiTools, ScriptConfig, ScriptsConfig } from '@svc/contracts';
import { functionSourceSchema } from '@svc/contracts';
import type { DeployedFunction, PublishedFunction } from '@svc/database';

/** A function as `GET /integrations/{k}/functions` shows it. */
export function toFunctionSummary(entry: PublishedFunction): FunctionSummary {
  const { definition, type } = entry;
  return {
    id: entry.functionId,
    name: entry.name,
    type,
    description: definition.description,
    scopes: definition.scopes,
    enabled: entry.enabled,
    last_deployed: entry.lastDeployed.toISOString(),
    source: functionSourceSchema.parse(entry.source),
    ...(type !== 'on-event' && {
      ...(definition.input !== null && { input: definition.input }),
      returns: definition.models,
      json_schema: jsonSchemaOf(definition),
    }),
    ...(type === 'sync' && {
      runs: definition.runs,
      auto_start: definition.autoStart,
      track_deletes: definition.trackDeletes,
    }),
    ...(definition.event !== null && { event: definition.event }),
  };
}

/** The answer of `GET /scripts/config`: functions by integration and kind. */
export function toScriptsConfig(functions: readonly DeployedFunction[]): ScriptsConfig {
  const byKey = Map.groupBy(functions, (entry) => entry.providerConfigKey);
  return [...byKey].map(([providerConfigKey, entries]) => {
    const ofType = (type: string): ScriptConfig[] => entries.filter((entry) => entry.type === type).map(toScriptConfig);
    return {
      providerConfigKey,
      provider: entries[0]?.provider ?? '',
      syncs: ofType('sync'),
      actions: ofType('action'),
      'on-events': ofType('on-event'),
    };
  });
}

/** The answer of `GET /scripts/config?format=openai`: the actions, as tools of a language model. */
export function toOpenAiTools(functions: readonly DeployedFunction[]): OpenAiTools {
  const actions = functions.filter((entry) => entry.type === 'action' && entry.enabled);
  return {
    data: actions.map(({ name, definition }) => ({
      name,
      description: definition.description,
      parameters: (definition.input !== null ? definition.schemas[definition.input] : undefined) ?? {
        type: 'object',
        properties: {},
      },
    })),
  };
}

function toScriptConfig(entry: DeployedFunction): ScriptConfig {
  const { definition } = entry;
  return {
    id: entry.functionId,
    name: entry.name,
    type: entry.type,
    runs: definition.runs,
    auto_start: definition.autoStart,
    track_deletes: definition.trackDeletes,
    attributes: definition.attributes,
    description: definition.description,
    scopes: definition.scopes,
    metadata: { description: definition.description, scopes: definition.scopes },
    input: definition.input,
    returns: definition.models,
    endpoints: definition.endpoints,
    version: entry.version,
    last_deployed: entry.lastDeployed.toISOString(),
    webhookSubscriptions: definition.webhookSubscriptions,
    enabled: entry.enabled,
    json_schema: jsonSchemaOf(definition),
    sdk_version: definition.sdkVersion,
    source: entry.source,
    features: definition.features,
    sync_type: definition.syncType,
  };
}

const jsonSchemaOf = ({ schemas }: FunctionDefinition): Record<string, unknown> | null =>
  Object.keys(schemas).length === 0 ? null : { definitions: schemas };
