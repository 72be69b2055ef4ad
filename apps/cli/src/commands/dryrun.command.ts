import {
  checkpointSchema,
  functionKindSchema,
  logLevelSchema,
  type Checkpoint,
  type LogLevel,
  type RunRequest,
} from '@svc/contracts';
import { z } from 'zod';
import { CliError } from '../cli-error.js';
import { compileProject } from '../compile/compile-project.js';
import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { isSelected, theOne } from '../deploy/select-functions.js';
import type { DryrunContext } from '../dryrun/dryrun-messages.js';
import { DryrunReport, failureOf } from '../dryrun/dryrun-report.js';
import { jsonObjectOption, jsonOption } from '../dryrun/json-option.js';
import { runInChild } from '../dryrun/run-in-child.js';
import { GatewayApi } from '../gateway-api.js';
import type { Output } from '../output.js';
import { OWN_FILES } from '../own-files.js';
import { CliEnvironment } from '../project/cli-environment.js';
import { openProject } from '../project/project.js';
import { showWarnings } from './compile.command.js';

export interface DryrunOptions {
  readonly environment: string;
  readonly integrationId?: string;
  readonly type?: string;
  readonly input?: string;
  readonly metadata?: string;
  readonly checkpoint?: string;
  readonly variant: string;
  readonly lastSyncDate?: string;
  readonly timeout: string;
}

/** `svc dryrun <function> <connection-id>`: runs a function on this machine against a real connection; writes nothing. */
export async function dryrunCommand(
  name: string,
  connectionId: string,
  options: DryrunOptions,
  output: Output,
): Promise<void> {
  const project = openProject(process.cwd());
  const environment = CliEnvironment.load(project.root);
  const secretKey = environment.secretKey(options.environment);
  const selection = {
    name,
    integration: options.integrationId,
    kind: functionKindSchema.optional().parse(options.type),
  };
  const compilation = await compileProject(project, { only: isSelected(selection) });
  showWarnings(output, compilation);
  const compiled = theOne(compilation, selection);
  const api = new GatewayApi(environment.host, secretKey);
  const context = await contextOf(compiled, connectionId, { api, options, logLevel: logLevelOf(environment) });
  const metadata = jsonObjectOption('metadata', options.metadata);

  output.line(`Running ${titleOf(compiled)} for the connection "${connectionId}" of "${options.environment}":\n`);
  const report = new DryrunReport(output);
  const start = { host: environment.host, secretKey, js: compiled.js, context, metadata, runtime: OWN_FILES.runtime };
  const outcome = await runInChild(start, timeoutOf(options.timeout), report.add);
  if (outcome.failure) throw failureOf(compiled, outcome.failure);
  report.completed(compiled, outcome.output);
}

interface ContextSources {
  readonly api: GatewayApi;
  readonly options: DryrunOptions;
  readonly logLevel: LogLevel;
}

async function contextOf(
  compiled: CompiledFunction,
  connectionId: string,
  sources: ContextSources,
): Promise<DryrunContext> {
  const { api, options, logLevel } = sources;
  const { integration, kind, name } = compiled;
  const input = jsonOption('input', options.input);
  return {
    function: { kind, name, versionId: 'dryrun', scriptHash: 'dryrun' },
    environmentName: options.environment,
    connection: { connectionId, providerConfigKey: integration, ...(await providerOf(api, integration, connectionId)) },
    input: input ?? null,
    ...(kind === 'sync' && { sync: syncOf(compiled, options) }),
    logLevel,
  };
}

function syncOf({ name, descriptor }: CompiledFunction, options: DryrunOptions): NonNullable<RunRequest['sync']> {
  return {
    name,
    variant: options.variant,
    models: descriptor.type === 'sync' ? Object.keys(descriptor.models) : [],
    lastSyncDate: lastSyncDateOf(options.lastSyncDate),
    checkpoint: { checkpoint: checkpointOf(options.checkpoint), version: 0 },
  };
}

const connectionAnswerSchema = z.object({ provider: z.string() });
const providerAnswerSchema = z.object({
  data: z.object({ proxy: z.object({ paginate: z.record(z.string(), z.unknown()).optional() }).optional() }),
});

/** Also proves that the connection is there, before the function runs. */
async function providerOf(
  api: GatewayApi,
  integration: string,
  connectionId: string,
): Promise<Pick<RunRequest['connection'], 'provider' | 'pagination'>> {
  const path = `/connections/${encodeURIComponent(connectionId)}?${new URLSearchParams({ provider_config_key: integration })}`;
  const { provider } = connectionAnswerSchema.parse(await api.get(path));
  const { data } = providerAnswerSchema.parse(await api.get(`/providers/${encodeURIComponent(provider)}`));
  const pagination = data.proxy?.paginate;
  return { provider, ...(pagination && { pagination }) };
}

function checkpointOf(text: string | undefined): Checkpoint | null {
  const value = jsonObjectOption('checkpoint', text);
  if (value === undefined) return null;
  const parsed = checkpointSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CliError('--checkpoint must be an object of text, numbers and booleans.', { code: 'invalid_options' });
}

function lastSyncDateOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new CliError(`--last-sync-date is "${text}", which is no date: write it as 2026-01-31T12:00:00Z.`, {
    code: 'invalid_options',
  });
}

function timeoutOf(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new CliError(`--timeout is "${text}": write a number of seconds, at most 86400.`, { code: 'invalid_options' });
}

/** Everything is shown in a dry run unless somebody says otherwise (specification, "Limits"). */
const logLevelOf = (environment: CliEnvironment): LogLevel =>
  logLevelSchema.catch('debug').parse(environment.loggerLevel);
