import {
  functionEndpointSchema,
  functionEventSchema,
  type DeployRequestInput,
  type FunctionKind,
  type ModelSchemas,
} from '@svc/contracts';
import type { ActionDescriptor, FunctionDescriptor, SyncDescriptor } from '@svc/functions';

type Flow = DeployRequestInput['flowConfigs'][number];
type ScriptGroup = NonNullable<DeployRequestInput['onEventScriptsByProvider']>[number];

/** A function that was compiled and described. */
export interface DeployableFunction {
  /** Unique key of the integration. */
  readonly integration: string;
  readonly kind: FunctionKind;
  readonly name: string;
  readonly js: string;
  readonly map: string;
  /** The source as it was written. */
  readonly ts: string;
  readonly descriptor: FunctionDescriptor;
}

/** A sync or an action as a deploy takes it (wire contract, section 11); none for an on-event function. */
export function toFlows(entry: DeployableFunction, version?: string): Flow[] {
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

/** An on-event function as a deploy takes it; undefined for a sync or an action. */
export function toOnEventScript(
  entry: DeployableFunction,
  version?: string,
): ScriptGroup['scripts'][number] | undefined {
  const { descriptor } = entry;
  if (descriptor.type !== 'on-event') return undefined;
  return {
    name: entry.name,
    event: functionEventSchema.parse(descriptor.event),
    ...sharedFields(entry, version),
    models_json_schema: { definitions: present(metadataSchema(entry)) },
  };
}

function actionFields(entry: DeployableFunction, { input, output }: ActionDescriptor) {
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

function syncFields(entry: DeployableFunction, descriptor: SyncDescriptor) {
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

const sharedFields = ({ js, ts, map, descriptor }: DeployableFunction, version: string | undefined) => ({
  fileBody: { js, ts, map },
  metadata: { description: descriptor.description, scopes: [...descriptor.scopes] },
  version: version ?? descriptor.version,
});

const metadataSchema = ({ name, descriptor }: DeployableFunction): Record<string, Record<string, unknown> | null> => ({
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
