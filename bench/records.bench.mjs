/** 100,000 records of 500 bytes: saved by a sync (new, then unchanged) and read back in pages. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deployProject } from './lib/deploy.mjs';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { perSecond, printFigure, times } from './lib/report.mjs';

const COUNT = 100_000;
const PAGE_SIZES = [100, 1000, 10_000];
const PROVIDER_CONFIG_KEY = 'bench';
const CONNECTION_ID = 'bench-records';
const AIM_OF_PASS = { new: '20,000/s', unchanged: '60,000/s' };

const integrationExists = async (client) =>
  (await client.listIntegrations()).configs.some(({ unique_key }) => unique_key === PROVIDER_CONFIG_KEY);

const prepare = async ({ gateway, client, upstream }) => {
  if (!(await integrationExists(client))) {
    await client.createIntegration({ provider: 'unauthenticated', unique_key: PROVIDER_CONFIG_KEY });
  }
  deployProject(gateway, path.join(import.meta.dirname, 'project'));
  await client.importConnection({
    provider_config_key: PROVIDER_CONFIG_KEY,
    connection_id: CONNECTION_ID,
    connection_config: { baseUrl: upstream.url },
    credentials: { type: 'NONE' },
    metadata: { count: COUNT, round: 'first' },
  });
};

/** Runs the sync and waits for its end. */
const runSync = async (client) => {
  const status = async () => (await client.syncStatus(PROVIDER_CONFIG_KEY, ['fill'], CONNECTION_ID)).syncs[0];
  const before = (await status())?.finishedAt;
  await client.triggerSync(PROVIDER_CONFIG_KEY, ['fill'], CONNECTION_ID);
  for (;;) {
    const entry = await status();
    if (entry?.finishedAt !== undefined && entry.finishedAt !== before) return entry;
    await sleep(20);
  }
};

const measureSaving = async ({ client, baseline }) => {
  for (const pass of ['new', 'unchanged']) {
    const begun = performance.now();
    const { latestResult } = await runSync(client);
    const seconds = (performance.now() - begun) / 1000;
    const { added } = latestResult.Record;
    if (added !== (pass === 'new' ? COUNT : 0)) throw new Error(`The sync saved ${JSON.stringify(latestResult)}`);
    printFigure({
      what: `saving ${COUNT.toLocaleString('en')} ${pass} records through a sync`,
      measured: perSecond(COUNT / seconds),
      ratio: `${times(COUNT / seconds / baseline.perSecond)} of ${perSecond(baseline.perSecond)}`,
      aim: AIM_OF_PASS[pass],
    });
  }
};

const readAll = async ({ gateway, limit }) => {
  const headers = {
    authorization: `Bearer ${gateway.secretKey}`,
    'provider-config-key': PROVIDER_CONFIG_KEY,
    'connection-id': CONNECTION_ID,
  };
  let cursor;
  do {
    const query = new URLSearchParams({ model: 'Record', limit: String(limit), ...(cursor && { cursor }) });
    const { tail } = await request(`${gateway.apiUrl}/records?${query}`, { headers });
    cursor = /"next_cursor":"([^"]+)"\}$/.exec(tail)?.[1];
  } while (cursor);
};

export const run = async (context) => {
  const { upstream } = context;
  const baseline = await measureLoad({ callers: 1, work: () => request(upstream.url) });
  await prepare(context);
  await measureSaving({ ...context, baseline });
  for (const limit of PAGE_SIZES) {
    const begun = performance.now();
    await readAll({ ...context, limit });
    const rate = COUNT / ((performance.now() - begun) / 1000);
    printFigure({
      what: `reading them in pages of ${limit.toLocaleString('en')}`,
      measured: perSecond(rate),
      ratio: `${times(rate / baseline.perSecond)} of ${perSecond(baseline.perSecond)}`,
      aim: limit === 100 ? '' : '100,000/s',
    });
  }
};
