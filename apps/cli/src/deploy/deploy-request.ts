import {
  functionEndpointSchema,
  functionEventSchema,
  type DeployMode,
  type DeployRequestInput,
  type ModelSchemas,
} from '@svc/contracts';
import type { ActionDescriptor, SyncDescriptor } from '@svc/functions';
import type { CompiledFunction } from '../compile/function-file.js';
import { CLI_VERSION } from '../version.js';

export interface DeployRequestOptions {
  readonly mode: DeployMode;
  /** Integration of a deploy of mode `integration`, which may have no function left. */
  readonly integration?: string | undefined;
  /** Version text for every function of the deploy. */
  readonly version?: string | undefined;
}

type Flow = DeployRequestInput['flowConfigs'][number];
type ScriptGroup = NonNullable<DeployRequestInput['onEventScriptsByProvider']>[number];

/** The body of a deploy (wire contract, section 11). */
export function deployRequest(
  functions: readonly CompiledFunction[],
  options: DeployRequestOptions,
): DeployRequestInput {
  return {
    flowConfigs: functions.flatMap((entry) => toFlow(entry, options.version)),
    onEventScriptsByProvider: toScriptGroups(functions, options),
    reconcile: options.mode !== 'single',
    debug: false,
    deployMode: options.mode,
    sdkVersion: `${CLI_VERSION}-zero`,
    source: 'repo',
  };
}

function toFlow(entry: CompiledFunction, version: string | undefined): Flow[] {
  const { descriptor } = entry;
  if (descriptor.type === 'on-event') return [];
  const common = {
    ...sharedFields(entry, version),
    syncName: entry.name,
    providerConfigKey: entry.integration,
    endpoints: descriptor.endpoints.map((endpoint) => functionEndpointSchema.parse(endpoint)),
    attributes: {},
  };
  return [
    { ...common, ...(descriptor.type === 'action' ? actionFields(entry, descriptor) : syncFields(entry, descriptor)) },
  ];
}

function actionFields(entry: CompiledFunction, { input, output }: ActionDescriptor) {
  const inputName = `${pascal(entry.name)}Input`;
  const outputName = `${pascal(entry.name)}Output`;
  return {
    type: 'action' as const,
    input: input && inputName,
    models: output ? [outputName] : [],
    models_json_schema: {
      definitions: present({ [inputName]: input, [outputName]: output, ...metadataSchema(entry) }),
    },
  };
}

function syncFields(entry: CompiledFunction, descriptor: SyncDescriptor) {
  const checkpoint = { [`${pascal(entry.name)}Checkpoint`]: descriptor.checkpoint };
  return {
    type: 'sync' as const,
    models: Object.keys(descriptor.models),
    runs: descriptor.frequency,
    auto_start: descriptor.autoStart,
    track_deletes: descriptor.trackDeletes,
    sync_type: descriptor.syncType,
    webhookSubscriptions: [...descriptor.webhookSubscriptions],
    features: descriptor.checkpoint ? ['checkpoints'] : [],
    models_json_schema: { definitions: present({ ...descriptor.models, ...checkpoint, ...metadataSchema(entry) }) },
  };
}

const sharedFields = ({ js, ts, map, descriptor }: CompiledFunction, version: string | undefined) => ({
  fileBody: { js, ts, map },
  metadata: { description: descriptor.description, scopes: [...descriptor.scopes] },
  version: version ?? descriptor.version,
});

function toScriptGroups(
  functions: readonly CompiledFunction[],
  { integration, version }: DeployRequestOptions,
): ScriptGroup[] {
  const groups = new Map<string, ScriptGroup>();
  // Named even when nothing is left of it: the deploy speaks for it.
  if (integration !== undefined) groups.set(integration, { providerConfigKey: integration, scripts: [] });
  for (const entry of functions) {
    const script = toScript(entry, version);
    if (!script) continue;
    const group = groups.get(entry.integration) ?? { providerConfigKey: entry.integration, scripts: [] };
    groups.set(entry.integration, { ...group, scripts: [...group.scripts, script] });
  }
  return [...groups.values()];
}

function toScript(entry: CompiledFunction, version: string | undefined): ScriptGroup['scripts'][number] | undefined {
  const { descriptor } = entry;
  if (descriptor.type !== 'on-event') return undefined;
  return {
    name: entry.name,
    event: functionEventSchema.parse(descriptor.event),
    ...sharedFields(entry, version),
    models_json_schema: { definitions: present(metadataSchema(entry)) },
  };
}

const metadataSchema = ({ name, descriptor }: CompiledFunction): Record<string, Record<string, unknown> | null> => ({
  [`${pascal(name)}Metadata`]: descriptor.metadata,
});

const present = (schemas: Record<string, Record<string, unknown> | null>): ModelSchemas =>
  Object.fromEntries(Object.entries(schemas).flatMap(([name, schema]) => (schema === null ? [] : [[name, schema]])));

/** `create-issue` -> `CreateIssue`. */
const pascal = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
