import { syncStatusEntrySchema, type SyncStatusEntry } from '@svc/contracts';
import { z } from 'zod';
import { EXIT_CODES } from '../cli-error.js';
import type { GatewayApi } from '../gateway-api.js';
import { gatewayOf } from '../project/gateway-of.js';
import { ago } from '../terminal/ago.js';
import type { Output } from '../terminal/output.js';
import { tableLines } from '../terminal/table.js';

export interface StatusOptions {
  readonly environment: string;
  readonly integration?: string;
  readonly connection?: string;
  readonly failOnError?: boolean;
}

interface Entry extends SyncStatusEntry {
  readonly integration: string;
}

/** `svc status`: every sync of every connection. */
export async function statusCommand(options: StatusOptions, output: Output): Promise<void> {
  const api = gatewayOf(options.environment);
  const syncs = await output.during('Asking', readStatus(api, options));
  const failed = syncs.filter(({ status }) => status === 'ERROR');
  show(syncs, options, output);
  const isFailure = options.failOnError === true && failed.length > 0;
  if (isFailure) process.exitCode = EXIT_CODES.failed;
  (isFailure ? output.failedResult : output.result).call(output, { syncs });
}

const integrationsSchema = z.object({ data: z.array(z.object({ unique_key: z.string() })) });
const statusSchema = z.object({ syncs: z.array(syncStatusEntrySchema) });

async function readStatus(api: GatewayApi, { integration, connection }: StatusOptions): Promise<Entry[]> {
  const keys =
    integration === undefined
      ? integrationsSchema.parse(await api.get('/integrations')).data.map(({ unique_key: key }) => key)
      : [integration];
  const entries: Entry[] = [];
  for (const key of keys) {
    const query = new URLSearchParams({
      syncs: '*',
      provider_config_key: key,
      ...(connection && { connection_id: connection }),
    });
    const { syncs } = statusSchema.parse(await api.get(`/sync/status?${query}`));
    entries.push(...syncs.map((sync) => ({ ...sync, integration: key })));
  }
  return entries;
}

function show(syncs: readonly Entry[], { environment }: StatusOptions, output: Output): void {
  if (syncs.length === 0) {
    output.line(`"${environment}" has no sync here: none is deployed, or no connection has one.`);
    return;
  }
  const head = ['SYNC', 'CONNECTION', 'STATUS', 'LAST RUN', 'NEXT RUN', 'RECORDS'];
  for (const line of tableLines(head, syncs.map(rowOf), output.paint)) output.line(line);
  for (const sync of syncs.filter(({ latestError, status }) => status === 'ERROR' && latestError)) {
    output.line(`\n${output.paint('red', `${titleOf(sync)}, connection ${sync.connection_id}:`)}`);
    output.line(`  ${sync.latestError?.message ?? ''}`);
    if (sync.runUrl !== undefined) output.line(`  ${output.paint('dim', sync.runUrl)}`);
  }
}

const titleOf = ({ integration, name, variant }: Entry): string =>
  `${integration}/${name}${variant === 'base' ? '' : `::${variant}`}`;

const rowOf = (sync: Entry): string[] => [
  titleOf(sync),
  sync.connection_id,
  `${sync.status}${sync.reason === null ? '' : ` (${sync.reason})`}`,
  sync.finishedAt === undefined ? '-' : ago(sync.finishedAt),
  sync.nextScheduledSyncAt === null ? '-' : ago(sync.nextScheduledSyncAt),
  Object.entries(sync.recordCount)
    .map(([model, count]) => `${count} ${model}`)
    .join(', ') || '-',
];
