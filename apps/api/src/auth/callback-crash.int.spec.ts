import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitFor } from '@svc/testing';
import { ApiProcess } from '../testing/api-process.js';
import { FlowUnderTest } from '../testing/flow-under-test.js';
import { json } from '../testing/token-server.js';

let flow: FlowUnderTest;
let other: ApiProcess;

beforeAll(async () => {
  flow = await FlowUnderTest.start();
  other = await ApiProcess.start({
    DATABASE_URL: flow.api.database.pool.options.connectionString ?? '',
    PROVIDERS_DIR: flow.folder,
    ALLOW_PRIVATE_NETWORK: 'true',
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    RUNNER_URL: 'http://127.0.0.1:9',
  });
}, 120_000);

afterAll(async () => {
  await other.kill();
  await flow.close();
});

it('tells the page that waits when the process dies that works on the callback', async () => {
  flow.tokens.use(() => undefined);
  const sent = await flow.begin();
  const query = new URLSearchParams({ state: sent.state, code: 'code-1' });
  const callback = fetch(`${other.url}/oauth/callback?${query}`, { headers: { cookie: sent.cookie } }).catch(
    () => 'cut',
  );
  await waitFor('the token request', 20_000, async () => flow.tokens.requests.length > 0);
  await other.kill();
  expect(await callback).toBe('cut');
  expect(await flow.attempt(sent)).toMatchObject({ status: 'waiting' });

  // The code may have been used: it is not tried again.
  expect((await flow.return(sent)).outcome.payload.errorType).toBe('state_err');
  expect(flow.tokens.requests).toHaveLength(1);

  await flow.api.database.query(`UPDATE connect_attempts SET claimed_at = claimed_at - interval '3 minutes'`);
  expect(await flow.attempt(sent)).toMatchObject({ status: 'error', connection_id: null });
  expect(await flow.connectionCount()).toBe(0);

  flow.tokens.use(json(200, { access_token: 'at', token_type: 'bearer' }));
  const again = await flow.begin({}, { token: sent.token });
  expect((await flow.return(again)).status).toBe(200);
  expect(await flow.attempt(again)).toMatchObject({ status: 'success' });
});
