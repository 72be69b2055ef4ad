import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Credentials, Provider, Verification } from '@svc/contracts';
import { OutboundClient } from '@svc/http';
import { FakeProvider, FAULTS, type Fault } from '@svc/testing';
import { DEFAULT_RENEWAL_TIMING } from '../auth-modes/tokens/renewal-timing.js';
import type { OperationLog } from '../logs/operation-log.service.js';
import { authSubject } from '../testing/auth-subject.js';
import { ConnectionTest } from './connection-test.service.js';

const KEY: Credentials = { type: 'API_KEY', apiKey: 'k' };
const TOKEN: Credentials = { type: 'OAUTH2', access_token: 't', raw: {} };

/** Only what a test calls. */
const log = { log: () => undefined, finish: () => undefined } as unknown as OperationLog;

describe('ConnectionTest', () => {
  let fake: FakeProvider;
  const client = new OutboundClient({ allowPrivateNetwork: true });
  const test = new ConnectionTest(client, log, DEFAULT_RENEWAL_TIMING);
  const operation = { id: 'the-operation' };

  beforeAll(async () => {
    fake = await FakeProvider.start();
  });
  afterEach(() => fake.reset());
  afterAll(async () => {
    await fake.stop();
    client.close();
  });

  const status = (code: number): Fault => ({ answer: { status: code } });
  const subjectOf = (credentials: Credentials, verification?: Partial<Verification>, more: Partial<Provider> = {}) => ({
    ...authSubject({
      provider: {
        proxy: {
          base_url: fake.url,
          ...(verification && { verification: { method: 'GET', endpoints: ['/one'], ...verification } }),
        },
        ...more,
      },
    }),
    connectionId: 'c',
    credentials,
  });
  const run = async (credentials: Credentials, verification: Partial<Verification> = {}) => {
    const subject = subjectOf(credentials, verification);
    try {
      await test.run(subject, operation);
      return 'saved';
    } catch (error) {
      expect(error).toMatchObject({ code: 'connection_test_failed', status: 400 });
      return (error as { details: { payload: { reason: string } } }).details.payload.reason;
    }
  };

  it.each<[string, Fault, { key: string; token: string; check: string }]>([
    ['200', status(200), { key: 'saved', token: 'saved', check: 'works' }],
    ['204', status(204), { key: 'saved', token: 'saved', check: 'works' }],
    ['401', status(401), { key: 'auth_dead', token: 'auth_dead', check: 'refused' }],
    ['403', status(403), { key: 'misconfigured', token: 'saved', check: 'unknown' }],
    ['404', status(404), { key: 'saved', token: 'saved', check: 'unknown' }],
    ['429', FAULTS.throttled(60), { key: 'provider_down', token: 'provider_down', check: 'unknown' }],
    ['500', FAULTS.serverError, { key: 'provider_down', token: 'provider_down', check: 'unknown' }],
    ['503', FAULTS.unavailable, { key: 'provider_down', token: 'provider_down', check: 'unknown' }],
    ['a cut connection', FAULTS.reset, { key: 'provider_down', token: 'provider_down', check: 'unknown' }],
  ])('%s', async (_, fault, expected) => {
    fake.faults.always('/one', fault);
    const actual = {
      key: await run(KEY),
      token: await run(TOKEN),
      check: await test.check(subjectOf(KEY, {}), operation),
    };
    expect(actual).toEqual(expected);
    expect(await test.check(subjectOf(TOKEN, {}), operation)).toBe(expected.check);
  });

  it('takes an address that does not exist for a mistake of whoever typed it in', async () => {
    fake.faults.always('/one', status(404));
    const proxy = {
      base_url: '${connectionConfig.baseUrl}',
      verification: { method: 'GET' as const, endpoints: ['/one'] },
    };
    const subject = { ...subjectOf(KEY, {}, { proxy }), connectionConfig: { baseUrl: fake.url } };
    await expect(test.run(subject, operation)).rejects.toMatchObject({
      details: { payload: { reason: 'misconfigured' } },
    });
  });

  it.each<[string, number[], { run: string; check: string; asked: number }]>([
    ['the first success ends it', [401, 200, 500], { run: 'saved', check: 'works', asked: 2 }],
    ['all have to refuse', [401, 401], { run: 'auth_dead', check: 'refused', asked: 2 }],
    ['one that is down could have accepted', [401, 503], { run: 'provider_down', check: 'unknown', asked: 2 }],
    ['one that knows who asks outweighs a refusal', [401, 403], { run: 'saved', check: 'unknown', asked: 2 }],
  ])('of several endpoints %s', async (_, statuses, expected) => {
    const paths = statuses.map((code, index) => {
      fake.faults.always(`/${index}`, status(code));
      return `/${index}`;
    });
    const outcome = await run(TOKEN, { endpoints: paths });
    expect({
      run: outcome,
      check: await test.check(subjectOf(TOKEN, { endpoints: paths }), operation),
      asked: expected.asked,
    }).toEqual(expected);
    expect(fake.requests()).toHaveLength(2 * expected.asked);
  });

  it('takes the statuses that the definition names for refusals', async () => {
    fake.faults.always('/one', status(403));
    const refusal_statuses = [403];
    expect(await run(TOKEN, { refusal_statuses })).toBe('auth_dead');
    expect(await test.check(subjectOf(KEY, { refusal_statuses }), operation)).toBe('refused');
  });

  it('says that an outage is none of the credentials’ fault, and names the operation', async () => {
    fake.faults.always('/one', FAULTS.unavailable);
    await expect(test.run(subjectOf(KEY, {}), operation)).rejects.toMatchObject({
      message: expect.stringMatching(/not available.*503.*Nothing was saved/),
      details: { payload: { operation_id: 'the-operation', reason: 'provider_down' } },
    });
  });

  it('keeps of the answer what the definition names', async () => {
    const me = { id: 7, email: 'Alice@acme.test', list: [{ url: 'https://a.test' }], none: null };
    fake.faults.always('/one', { answer: { status: 200, body: JSON.stringify(me) } });
    const captures = {
      userId: 'id',
      hash: { path: 'email', as: 'email_hash' as const },
      site: '0.url',
      baseUrl: 'list.0.url',
      none: 'none',
    };
    expect(await test.run(subjectOf(TOKEN, { captures }), operation)).toEqual({
      userId: 7,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      baseUrl: 'https://a.test',
    });
    fake.faults.always('/two', { answer: { status: 200, body: 'no json' } });
    expect(await test.run(subjectOf(TOKEN, { captures, endpoints: ['/two'] }), operation)).toEqual({});
  });

  it('does not ask where the definition has no call', async () => {
    expect(await test.run(subjectOf(KEY), operation)).toEqual({});
    expect(await test.check(subjectOf(KEY), operation)).toBe('unknown');
    expect(fake.requests()).toEqual([]);
  });

  it('sends every kind of credentials as the proxy does', async () => {
    fake.faults.always('/one', status(200));
    const wsse = subjectOf(
      { type: 'SIGNATURE', token: 'UsernameToken x' },
      {},
      {
        proxy: {
          base_url: fake.url,
          headers: { 'x-wsse': '${accessToken}' },
          verification: { method: 'GET', endpoints: ['/one'] },
        },
      },
    );
    const two = subjectOf({ type: 'TWO_STEP', token: 't2' }, { method: 'POST', data: { q: '${credentials.token}' } });
    await test.run(wsse, operation);
    await test.run(two, operation);
    const [first, second] = fake.requests('/one');
    expect(first?.headers['x-wsse']).toBe('UsernameToken x');
    expect(second).toMatchObject({ method: 'POST', body: '{"q":"t2"}', headers: { authorization: 'Bearer t2' } });
  });
});
