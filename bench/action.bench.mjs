/** Actions from end to end: a synchronous one that does nothing, and asynchronous ones beside bare workflows. */
import path from 'node:path';
import { deployProject } from './lib/deploy.mjs';
import { startFloor } from './lib/floor.mjs';
import { measureLoad } from './lib/load.mjs';
import { request } from './lib/request.mjs';
import { milliseconds, perSecond, printFigure, times } from './lib/report.mjs';

const prepare = async ({ gateway, client, upstream }) => {
  const providerConfigKey = 'bench';
  const { configs } = await client.listIntegrations();
  if (!configs.some(({ unique_key }) => unique_key === providerConfigKey))
    await client.createIntegration({ provider: 'unauthenticated', unique_key: providerConfigKey });
  await deployProject(gateway, path.join(import.meta.dirname, 'project'));
  const connectionId = 'bench-action';
  await client.importConnection({
    provider_config_key: providerConfigKey,
    connection_id: connectionId,
    connection_config: { baseUrl: upstream.url },
    credentials: { type: 'NONE' },
  });
  return {
    authorization: `Bearer ${gateway.secretKey}`,
    'content-type': 'application/json',
    'provider-config-key': providerConfigKey,
    'connection-id': connectionId,
  };
};

const BODY = JSON.stringify({ action_name: 'nothing', input: {} });

/** The same code called in this process: its schemas and the function. */
const measureDirect = async () => {
  const { z } = await import('zod');
  const [input, output] = [z.object({}), z.object({ done: z.boolean() })];
  const exec = () => ({ done: true });
  const work = async () => output.parseAsync(await exec({}, await input.parseAsync({})));
  return await measureLoad({ callers: 1, seconds: 1, work });
};

/** The four processes have just been started; until V8 has compiled what is hot in them, a call takes them twice the time. */
const WARM_UP_SECONDS = 10;

const measureSynchronous = async ({ gateway, upstream }, headers) => {
  const baseline = await measureLoad({ callers: 1, work: () => request(upstream.url) });
  const direct = await measureDirect();
  const work = () => request(`${gateway.apiUrl}/action/trigger`, { method: 'POST', headers, body: BODY });
  await measureLoad({ callers: 16, seconds: WARM_UP_SECONDS, work });
  for (const [callers, aim] of [
    [1, 'under 8 ms'],
    [16, '300/s'],
  ]) {
    const measured = await measureLoad({ callers, work });
    printFigure({
      what: `synchronous no-op action p50, ${callers} callers`,
      measured: `${milliseconds(measured.p50Ms)} (${perSecond(measured.perSecond)})`,
      ratio: `${times(measured.p50Ms / baseline.p50Ms)} of ${milliseconds(baseline.p50Ms)}`,
      aim,
    });
    if (callers === 1)
      printFigure({
        what: 'beside the same code called in Node',
        measured: milliseconds(measured.p50Ms - direct.p50Ms),
        ratio: `more than ${milliseconds(direct.p50Ms)}`,
      });
  }
};

/** Triggers an action asynchronously and waits for its result as the floor's client does: in one request that the server holds. */
const runAsynchronously = async ({ gateway }, headers) => {
  const { tail } = await request(`${gateway.apiUrl}/action/trigger`, {
    method: 'POST',
    headers: { ...headers, 'x-async': 'true' },
    body: BODY,
  });
  const { statusUrl } = JSON.parse(tail);
  await request(`${gateway.apiUrl}${statusUrl}`, { headers: { ...headers, prefer: 'wait=30' } });
};

/** The two take turns: what else the machine does changes from one moment to the next. */
const TURNS = 3;

const measureAsynchronous = async (context, headers) => {
  const floor = await startFloor(context.gateway.temporalAddress);
  const work = { bare: floor.work, actions: () => runAsynchronously(context, headers) };
  try {
    for (const callers of [1, 16]) {
      const perSecondOf = { bare: 0, actions: 0 };
      for (let turn = 0; turn < TURNS; turn += 1)
        for (const name of ['bare', 'actions'])
          perSecondOf[name] += (await measureLoad({ callers, work: work[name] })).perSecond / TURNS;
      printFigure({
        what: `asynchronous no-op actions, ${callers} callers`,
        measured: perSecond(perSecondOf.actions),
        ratio: `${Math.round((perSecondOf.actions / perSecondOf.bare) * 100)}% of ${perSecond(perSecondOf.bare)} bare`,
        aim: '80% of bare workflows',
      });
    }
  } finally {
    await floor.stop();
  }
};

export const run = async (context) => {
  const headers = await prepare(context);
  await measureSynchronous(context, headers);
  await measureAsynchronous(context, headers);
};
