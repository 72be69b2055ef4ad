import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { FakeProvider, FAULTS } from '@svc/testing';
import { authSubject } from '../../testing/auth-subject.js';
import { DEFAULT_RENEWAL_TIMING } from '../tokens/renewal-timing.js';
import { TokenEndpoint } from '../tokens/token-endpoint.service.js';
import { BillStrategy } from './bill.strategy.js';

describe('BILL', () => {
  let fake: FakeProvider;
  const timing = { ...DEFAULT_RENEWAL_TIMING, requestMs: 1_500, unsentRetryMs: [] };
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const { direct, renewal } = new BillStrategy(new TokenEndpoint(client, timing));
  const signal = AbortSignal.timeout(20_000);

  beforeAll(async () => {
    fake = await FakeProvider.start();
  });
  afterEach(() => fake.reset());
  afterAll(async () => {
    await fake.stop();
    client.close();
  });

  const subject = () => authSubject({ provider: { auth_mode: 'BILL', token_url: `${fake.url}/v3/login` } });
  const person = () => ({
    username: fake.bill.username,
    password: fake.bill.password,
    organization_id: fake.bill.organizationId,
    dev_key: fake.bill.devKey,
  });
  const who = async (credentials: Credentials) => {
    const headers = { sessionId: String(credentials['session_id']), devKey: String(credentials['dev_key']) };
    return (await fetch(`${fake.url}/me`, { headers })).status;
  };

  it('logs in, and again before the session is idle for too long', async () => {
    const { credentials, expiresAt } = await direct.obtain(subject(), person(), signal);
    expect(credentials).toMatchObject({ type: 'BILL', ...person(), user_id: '006ABC', raw: { trusted: false } });
    expect(await who(credentials)).toBe(200);
    expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(35);
    fake.bill.logOutAll();
    const renewed = await renewal.renew({ ...subject(), credentials }, signal);
    expect(await who(renewed.credentials)).toBe(200);
  });

  const problem = (status: number, code: string) => ({
    answer: { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify([{ code, message: 'x' }]) },
  });

  it.each([
    ['a wrong password', undefined, 'auth_dead'],
    ['its own code for one', problem(400, 'BDC_1101'), 'auth_dead'],
    ['another code', problem(400, 'BDC_1144'), 'auth_transient'],
    [
      'a page of a gateway',
      { answer: { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>' } },
      'auth_transient',
    ],
    ['an outage', FAULTS.unavailable, 'provider_down'],
    ['an answer without a session', FAULTS.htmlPage, 'provider_down'],
    ['a limit', FAULTS.throttled(5), 'throttled'],
    ['silence', FAULTS.slow(3_000), 'provider_down'],
  ])('reads %s as what it is', async (_, fault, kind) => {
    if (fault) fake.faults.next('/v3/login', fault);
    const wrong = direct.obtain(subject(), { ...person(), password: 'wrong' }, signal);
    await expect(wrong).rejects.toMatchObject({ kind });
    expect(fake.requests('/v3/login')).toHaveLength(1);
  });

  it('asks for all four', async () => {
    const errors = ['username', 'password', 'organization_id', 'dev_key'].map((name) =>
      expect.objectContaining({ path: [name] }),
    );
    await expect(direct.obtain(subject(), {}, signal)).rejects.toMatchObject({ details: { errors } });
  });
});
