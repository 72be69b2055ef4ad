/** Webhooks of a provider: verified, stored in PostgreSQL and acknowledged, against posting straight to the receiver. */
import { createHmac, randomUUID } from 'node:crypto';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { milliseconds, perSecond, printFigure, times } from './lib/report.mjs';

const SECRET = 'what the provider signs with';

export const run = async ({ gateway, client, upstream }) => {
  const uniqueKey = 'bench-intake';
  await client.createIntegration({
    provider: 'github',
    unique_key: uniqueKey,
    forward_webhooks: false,
    credentials: { webhook_secret: SECRET },
  });
  const { data } = await client.getIntegration({ uniqueKey }, { include: ['webhook'] });
  const url = gateway.apiUrl + new URL(data.webhook_url).pathname;
  // As long as a usual event of GitHub.
  const body = JSON.stringify({ action: 'opened', issue: { title: 'x'.repeat(4_000) } });
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
  const send = (to) =>
    request(to, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'issues',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': signature,
      },
    });
  for (const callers of [1, 64]) {
    const straight = await measureLoad({ callers, work: () => send(upstream.url) });
    const measured = await measureLoad({ callers, work: () => send(url) });
    printFigure({
      what: `webhook intake p99, ${callers} callers`,
      measured: `${milliseconds(measured.p99Ms)} (${perSecond(measured.perSecond)})`,
      ratio: `${times(measured.p99Ms / straight.p99Ms)} of ${milliseconds(straight.p99Ms)} (${perSecond(straight.perSecond)})`,
      aim: callers === 1 ? '' : '1,000/s',
    });
  }
};
