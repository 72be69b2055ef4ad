import { checkpointSchema, type Checkpoint, type LogLevel, type RunRequest } from '@svc/contracts';
import { z } from 'zod';
import { CliError } from '../cli-error.js';
import type { CompiledFunction } from '../compile/function-file.js';
import type { GatewayApi } from '../gateway-api.js';
import type { DryrunContext } from './dryrun-messages.js';

/** What a run is told besides its function. */
export interface ContextSources {
  readonly environmentName: string;
  readonly connection: DryrunContext['connection'];
  readonly input: unknown;
  readonly variant: string;
  readonly lastSyncDate: string | null;
  readonly checkpoint: Checkpoint | null;
  readonly logLevel: LogLevel;
}

/** What a run on this machine knows about itself. */
export function dryrunContext(compiled: CompiledFunction, sources: ContextSources): DryrunContext {
  const { kind, name, descriptor } = compiled;
  const { environmentName, connection, input, logLevel, variant, lastSyncDate, checkpoint } = sources;
  const models = descriptor.type === 'sync' ? Object.keys(descriptor.models) : [];
  const sync = { name, variant, models, lastSyncDate, checkpoint: { checkpoint, version: 0 } };
  return {
    function: { kind, name, versionId: 'dryrun', scriptHash: 'dryrun' },
    environmentName,
    connection,
    input: input ?? null,
    ...(kind === 'sync' && { sync }),
    logLevel,
  };
}

const connectionAnswerSchema = z.object({ provider: z.string() });
const providerAnswerSchema = z.object({
  data: z.object({ proxy: z.object({ paginate: z.record(z.string(), z.unknown()).optional() }).optional() }),
});

/** Reads what a run knows of its connection; also proves that the connection is there, before the function runs. */
export async function connectionOf(
  api: GatewayApi,
  providerConfigKey: string,
  connectionId: string,
): Promise<RunRequest['connection']> {
  const query = new URLSearchParams({ provider_config_key: providerConfigKey });
  const path = `/connections/${encodeURIComponent(connectionId)}?${query}`;
  const { provider } = connectionAnswerSchema.parse(await api.get(path));
  const { data } = providerAnswerSchema.parse(await api.get(`/providers/${encodeURIComponent(provider)}`));
  const pagination = data.proxy?.paginate;
  return { connectionId, providerConfigKey, provider, ...(pagination && { pagination }) };
}

/** @throws {CliError} when the value is no checkpoint */
export function checkpointOf(value: Record<string, unknown> | undefined): Checkpoint | null {
  if (value === undefined) return null;
  const parsed = checkpointSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CliError('--checkpoint must be an object of text, numbers and booleans.', { code: 'invalid_options' });
}

/** @throws {CliError} when the text is no date */
export function lastSyncDateOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new CliError(`--last-sync-date is "${text}", which is no date: write it as 2026-01-31T12:00:00Z.`, {
    code: 'invalid_options',
  });
}
