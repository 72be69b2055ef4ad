/** A synchronous action that does nothing: API, runner, isolate and back. */
import path from 'node:path';
import { deployProject } from './lib/deploy.mjs';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { milliseconds, perSecond, printFigure, times } from './lib/report.mjs';

export const run = async ({ gateway, client, upstream }) => {
  const providerConfigKey = 'bench';
  await client.createIntegration({ provider: 'unauthenticated', unique_key: providerConfigKey });
  await deployProject(gateway, path.join(import.meta.dirname, 'project'));
  const connectionId = 'bench-action';
  await client.importConnection({
    provider_config_key: providerConfigKey,
    connection_id: connectionId,
    connection_config: { baseUrl: upstream.url },
    credentials: { type: 'NONE' },
  });
  const headers = {
    authorization: `Bearer ${gateway.secretKey}`,
    'content-type': 'application/json',
    'provider-config-key': providerConfigKey,
    'connection-id': connectionId,
  };
  const body = JSON.stringify({ action_name: 'nothing', input: {} });
  const baseline = await measureLoad({ callers: 1, work: () => request(upstream.url) });
  for (const callers of [1, 16]) {
    const work = () => request(`${gateway.apiUrl}/action/trigger`, { method: 'POST', headers, body });
    const measured = await measureLoad({ callers, work });
    printFigure({
      what: `synchronous no-op action p50, ${callers} callers`,
      measured: `${milliseconds(measured.p50Ms)} (${perSecond(measured.perSecond)})`,
      ratio: `${times(measured.p50Ms / baseline.p50Ms)} of ${milliseconds(baseline.p50Ms)}`,
      aim: callers === 1 ? 'under 15 ms' : '',
    });
  }
};
