/** GET /connections/{id} with its credentials. */
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { milliseconds, perSecond, printFigure, times } from './lib/report.mjs';

export const run = async ({ gateway, client, upstream }) => {
  const key = 'bench-connection';
  await client.createIntegration({ provider: 'private-api-bearer', unique_key: key });
  await client.importConnection({
    provider_config_key: key,
    connection_id: 'bench',
    connection_config: { baseUrl: upstream.url },
    credentials: { type: 'API_KEY', apiKey: 'secret' },
  });
  const url = `${gateway.apiUrl}/connections/bench?provider_config_key=${key}`;
  const headers = { authorization: `Bearer ${gateway.secretKey}` };
  for (const callers of [1, 16]) {
    const baseline = await measureLoad({ callers, work: () => request(upstream.url) });
    const measured = await measureLoad({ callers, work: () => request(url, { headers }) });
    printFigure({
      what: `GET connection, ${callers} callers`,
      measured: perSecond(measured.perSecond),
      ratio: `${times(measured.perSecond / baseline.perSecond)} of ${perSecond(baseline.perSecond)}`,
    });
    printFigure({ what: '  added p50', measured: milliseconds(measured.p50Ms - baseline.p50Ms) });
  }
};
