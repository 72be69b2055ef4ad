/** A proxied call with key check, connection lookup, credentials and log, beside a plain request to the same upstream. */
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { milliseconds, perSecond, printFigure, times } from './lib/report.mjs';

const AIM = { 1: 'under 1 ms added', 16: '2,000/s' };

export const run = async ({ gateway, client, upstream }) => {
  const key = 'bench-proxy';
  await client.createIntegration({ provider: 'private-api-bearer', unique_key: key });
  await client.importConnection({
    provider_config_key: key,
    connection_id: 'bench',
    connection_config: { baseUrl: upstream.url },
    credentials: { type: 'API_KEY', apiKey: 'secret' },
  });
  const headers = {
    authorization: `Bearer ${gateway.secretKey}`,
    'provider-config-key': key,
    'connection-id': 'bench',
  };
  for (const callers of [1, 16]) {
    const baseline = await measureLoad({ callers, work: () => request(`${upstream.url}/items?page=1`) });
    const measured = await measureLoad({
      callers,
      work: () => request(`${gateway.apiUrl}/proxy/items?page=1`, { headers }),
    });
    printFigure({
      what: `proxied calls, ${callers} callers`,
      measured: perSecond(measured.perSecond),
      ratio: `${times(measured.perSecond / baseline.perSecond)} of ${perSecond(baseline.perSecond)}`,
      aim: callers === 16 ? AIM[16] : '',
    });
    printFigure({
      what: '  added p50',
      measured: milliseconds(measured.p50Ms - baseline.p50Ms),
      ratio: `${times(measured.p50Ms / baseline.p50Ms)} of ${milliseconds(baseline.p50Ms)}`,
      aim: callers === 1 ? AIM[1] : '',
    });
  }
};
