import type { DeployRequest, FlowConfig, FunctionDefinition, FunctionKind, OnEventScript } from '@svc/contracts';
import { createHash } from 'node:crypto';

/** A function as a deploy wants it to be. */
export interface WantedFunction {
  readonly providerConfigKey: string;
  readonly type: FunctionKind;
  readonly name: string;
  /** The author's version text; null lets the gateway count. */
  readonly version: string | null;
  readonly definition: FunctionDefinition;
  readonly script: { readonly hash: string; readonly code: string; readonly sourceMap: string | null };
  readonly source: { readonly hash: string; readonly code: string };
  /** Where the body names it, for error messages. */
  readonly path: readonly string[];
}

/** All functions that the body of a deploy names. */
export function wantedFunctions(request: Omit<DeployRequest, 'source'>): WantedFunction[] {
  const sdkVersion = request.sdkVersion ?? null;
  const flows = request.flowConfigs.map((flow, index) => fromFlow(flow, sdkVersion, ['flowConfigs', String(index)]));
  const scripts = (request.onEventScriptsByProvider ?? []).flatMap(({ providerConfigKey, scripts: list }, group) =>
    list.map((script, index) =>
      fromOnEvent(providerConfigKey, script, sdkVersion, [
        'onEventScriptsByProvider',
        String(group),
        'scripts',
        String(index),
      ]),
    ),
  );
  return [...flows, ...scripts];
}

function fromFlow(flow: FlowConfig, sdkVersion: string | null, path: readonly string[]): WantedFunction {
  const isSync = flow.type === 'sync';
  return {
    providerConfigKey: flow.providerConfigKey,
    type: flow.type,
    name: flow.syncName,
    version: flow.version ?? null,
    ...codeOf(flow.fileBody),
    path,
    definition: {
      description: flow.metadata?.description ?? '',
      scopes: flow.metadata?.scopes ?? [],
      runs: isSync ? (flow.runs ?? null) : null,
      autoStart: isSync && flow.auto_start,
      trackDeletes: isSync && flow.track_deletes,
      syncType: isSync ? (flow.sync_type ?? 'full') : null,
      models: flow.models,
      input: flow.input ?? null,
      endpoints: flow.endpoints ?? [],
      webhookSubscriptions: isSync ? (flow.webhookSubscriptions ?? []) : [],
      features: flow.features ?? [],
      schemas: flow.models_json_schema?.definitions ?? {},
      event: null,
      attributes: flow.attributes ?? {},
      sdkVersion,
    },
  };
}

function fromOnEvent(
  providerConfigKey: string,
  script: OnEventScript,
  sdkVersion: string | null,
  path: readonly string[],
): WantedFunction {
  return {
    providerConfigKey,
    type: 'on-event',
    name: script.name,
    version: script.version ?? null,
    ...codeOf(script.fileBody),
    path,
    definition: {
      description: script.metadata?.description ?? '',
      scopes: script.metadata?.scopes ?? [],
      runs: null,
      autoStart: false,
      trackDeletes: false,
      syncType: null,
      models: [],
      input: null,
      endpoints: [],
      webhookSubscriptions: [],
      features: [],
      schemas: script.models_json_schema?.definitions ?? {},
      event: script.event,
      attributes: {},
      sdkVersion,
    },
  };
}

function codeOf({ js, ts, map }: FlowConfig['fileBody']): Pick<WantedFunction, 'script' | 'source'> {
  const sourceMap = map ?? null;
  return {
    // The map is part of the script: the same code moved to other lines of its source must not show the old ones.
    script: { hash: sha256(sourceMap === null ? js : `${js}\0${sourceMap}`), code: js, sourceMap },
    source: { hash: sha256(ts), code: ts },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
