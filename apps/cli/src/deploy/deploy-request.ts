import { toFlows, toOnEventScript } from '@svc/compile';
import type { DeployMode, DeployRequestInput } from '@svc/contracts';
import type { CompiledFunction } from '../compile/function-file.js';
import { CLI_VERSION } from '../version.js';

export interface DeployRequestOptions {
  readonly mode: DeployMode;
  /** Integration of a deploy of mode `integration`, which may have no function left. */
  readonly integration?: string | undefined;
  /** Version text for every function of the deploy. */
  readonly version?: string | undefined;
}

type ScriptGroup = NonNullable<DeployRequestInput['onEventScriptsByProvider']>[number];

/** The body of a deploy (wire contract, section 11). */
export function deployRequest(
  functions: readonly CompiledFunction[],
  options: DeployRequestOptions,
): DeployRequestInput {
  return {
    flowConfigs: functions.flatMap((entry) => toFlows(entry, options.version)),
    onEventScriptsByProvider: toScriptGroups(functions, options),
    reconcile: options.mode !== 'single',
    debug: false,
    deployMode: options.mode,
    // The form of the specification: the release, without the digest of the build.
    sdkVersion: `${CLI_VERSION.split('-')[0]}-zero`,
    source: 'repo',
  };
}

function toScriptGroups(
  functions: readonly CompiledFunction[],
  { integration, version }: DeployRequestOptions,
): ScriptGroup[] {
  const groups = new Map<string, ScriptGroup>();
  // Named even when nothing is left of it: the deploy speaks for it.
  if (integration !== undefined) groups.set(integration, { providerConfigKey: integration, scripts: [] });
  for (const entry of functions) {
    const script = toOnEventScript(entry, version);
    if (!script) continue;
    const group = groups.get(entry.integration) ?? { providerConfigKey: entry.integration, scripts: [] };
    groups.set(entry.integration, { ...group, scripts: [...group.scripts, script] });
  }
  return [...groups.values()];
}
