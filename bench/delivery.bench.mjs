/** Webhooks to customers, from the call that sends them to the arrival of the last, against posting straight to the receiver. */
import { waitFor } from '@svc/testing';
import { measureLoad } from './lib/load.mjs';
import { startReceiver } from './lib/receiver.mjs';
import { perSecond, printFigure, times } from './lib/report.mjs';
import { request } from './lib/request.mjs';

const KEY = 'bench-delivery';
const DELIVERIES = 2_000;
const DRAIN_TIMEOUT_MS = 600_000;
/** To one endpoint, as lanes do. */
const CALLERS = 32;
const MOST_CALLERS = 64;
const ROUNDS = 3;

export const run = async ({ gateway, client }) => {
  const receiver = await startReceiver();
  try {
    await client.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    await measure({ gateway, client, receiver });
  } finally {
    receiver.stop();
  }
};

const measure = async ({ gateway, client, receiver }) => {
  const one = await prepare({ gateway, client, receiver }, 1);
  const fifty = await prepare({ gateway, client, receiver }, 50);
  await printRate({
    what: '1 endpoint',
    receiver,
    callers: CALLERS,
    measured: await deliver({ client, receiver }, one),
  });
  await printRate({
    what: '50 endpoints',
    receiver,
    callers: MOST_CALLERS,
    measured: await deliver({ client, receiver }, fifty),
  });
  await printBesideStuck({ client, receiver }, fifty);
};

/** In turns with and without, since one round says little on a machine that does other things too. */
const printBesideStuck = async ({ client, receiver }, [stuck, ...others]) => {
  const without = [];
  const beside = [];
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await deliver({ client, receiver }, others));
    receiver.stick(new URL(stuck.url).pathname);
    await client.redeliverWebhooksSince(stuck.id, EVERYTHING);
    beside.push(await deliver({ client, receiver }, others));
    receiver.stick(null);
    await drained(client);
  }
  printFigure({
    what: 'delivery, 49 endpoints beside a stuck one',
    measured: perSecond(median(beside)),
    ratio: `${times(median(beside) / median(without))} of ${perSecond(median(without))}`,
    aim: 'as without it',
  });
};

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

const EVERYTHING = { since: new Date(0).toISOString(), status: 'delivered' };

/** Connections with an endpoint each, which got their share of the webhooks once, so that they can be sent again at a moment's notice. */
const prepare = async ({ gateway, client, receiver }, count) => {
  const urls = Array.from({ length: count }, (_, index) => `${receiver.url}/${count}/${index}`);
  for (const [index, url] of urls.entries())
    await client.importConnection({
      provider_config_key: KEY,
      connection_id: `${count}-${index}`,
      connection_config: { baseUrl: receiver.url },
      credentials: { type: 'NONE' },
      webhook_url: url,
    });
  const { data } = await client.getIntegration({ uniqueKey: KEY }, { include: ['webhook'] });
  const intake = gateway.apiUrl + new URL(data.webhook_url).pathname;
  await drained(client);
  receiver.forget();
  let sent = 0;
  const caller = async () => {
    while (sent < DELIVERIES) {
      const n = sent++;
      await post(intake, { type: 'numbered', connectionId: `${count}-${n % count}`, n });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await receiver.arrived(DELIVERIES);
  await drained(client);
  const endpoints = await client.listWebhookEndpoints({ limit: 100 });
  return endpoints.data.filter(({ url }) => urls.includes(url));
};

/** Sends everything of these endpoints again. Answers how many arrived in a second. */
const deliver = async ({ client, receiver }, endpoints) => {
  receiver.forget();
  const begun = performance.now();
  const answers = await Promise.all(endpoints.map(({ id }) => client.redeliverWebhooksSince(id, EVERYTHING)));
  const total = answers.reduce((sum, { data }) => sum + data.count, 0);
  await receiver.arrived(total);
  const seconds = (performance.now() - begun) / 1000;
  await settled(client, endpoints);
  return total / seconds;
};

/** Nothing waits any more, also nothing that has arrived but is not yet written down. */
const drained = (client, filter = {}) =>
  waitFor('the end of all deliveries', DRAIN_TIMEOUT_MS, async () => {
    const { data } = await client.listWebhookDeliveries({ ...filter, status: 'pending', limit: 1 });
    return data.length === 0 ? true : undefined;
  });

/** What has arrived at these is written down as well. */
const settled = async (client, endpoints) => {
  for (const { id } of endpoints) await drained(client, { endpointId: id });
};

const printRate = async ({ what, receiver, callers, measured }) => {
  const body = { from: 'unauthenticated', providerConfigKey: KEY, type: 'forward', connectionId: '1-0', payload: {} };
  const straight = await measureLoad({ callers, work: () => post(`${receiver.url}/straight`, body) });
  printFigure({
    what: `delivery to ${what}`,
    measured: perSecond(measured),
    ratio: `${times(measured / straight.perSecond)} of ${perSecond(straight.perSecond)}`,
    aim: '500/s',
  });
};

const post = (url, body) =>
  request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
