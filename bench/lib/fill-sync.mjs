/** The sync `fill` of the bench's project, on connections of its own. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deployProject } from './deploy.mjs';

export const PROVIDER_CONFIG_KEY = 'bench';

/** The integration and its functions, once. */
export const deployFill = async ({ gateway, client }) => {
  const { configs } = await client.listIntegrations();
  if (!configs.some(({ unique_key }) => unique_key === PROVIDER_CONFIG_KEY))
    await client.createIntegration({ provider: 'unauthenticated', unique_key: PROVIDER_CONFIG_KEY });
  deployProject(gateway, path.join(import.meta.dirname, '../project'));
};

export const connect = async ({ client, upstream }, connectionId, metadata) =>
  client.importConnection({
    provider_config_key: PROVIDER_CONFIG_KEY,
    connection_id: connectionId,
    connection_config: { baseUrl: upstream.url },
    credentials: { type: 'NONE' },
    metadata,
  });

/** Between two questions for the status: those of eight syncs at once would cost as much as the syncs themselves. */
const POLL_MS = 100;

/** Runs the sync once with this metadata; answers what it did and how long it took, from the trigger to the end that its status shows. */
export const fill = async (client, connectionId, metadata) => {
  await client.setMetadata(PROVIDER_CONFIG_KEY, connectionId, metadata);
  const status = async () => (await client.syncStatus(PROVIDER_CONFIG_KEY, ['fill'], connectionId)).syncs[0];
  const before = (await status())?.finishedAt;
  const begunAt = Date.now();
  await client.triggerSync(PROVIDER_CONFIG_KEY, ['fill'], connectionId);
  for (;;) {
    const entry = await status();
    if (entry?.finishedAt !== undefined && entry.finishedAt !== before) {
      if (entry.latestExecutionStatus !== 'SUCCESS') throw new Error(`The sync failed: ${JSON.stringify(entry)}`);
      return { seconds: (Date.parse(entry.finishedAt) - begunAt) / 1000, result: entry.latestResult.Record };
    }
    await sleep(POLL_MS);
  }
};
