import { expect, it } from '@jest/globals';
import { DEFAULT_RENEWAL_TIMING } from '@svc/domain';
import type { FakeProvider } from '@svc/testing';
import type { TestAnswer } from './api-under-test.js';
import type { AuthUnderTest } from './auth-under-test.js';
import { OUTAGES } from './bad-answers.js';

const SHORT_MS = 300;
const usual = { ...DEFAULT_RENEWAL_TIMING };

/** What an outage is tried on; `auth` and `provider` begin with the suite, so they are asked for in the tests. */
export interface OutageSubject {
  readonly auth: () => AuthUnderTest;
  readonly provider: () => FakeProvider;
  /** Path at the provider that gives new credentials. */
  readonly exchange: string;
  /** Makes a connection and answers its id. */
  readonly connect: () => Promise<string>;
  /** Reads it and renews its credentials. */
  readonly read: (id: string) => Promise<TestAnswer>;
}

/** No connection is marked as broken by a provider that is away, in any way of being away. */
export function itSurvivesOutages({ auth, provider, exchange, connect, read }: OutageSubject): void {
  const refused = async (id: string, reason: string): Promise<void> => {
    const { status, body } = await read(id);
    expect([status, body.error.code]).toEqual([400, 'invalid_credentials']);
    expect(body.error.payload).toMatchObject({ reason, connection: { errors: [] } });
    provider().faults.clear();
  };

  it('is not marked by an answer that does not come', async () => {
    const id = await connect();
    auth().hurry({ requestMs: SHORT_MS });
    provider().faults.stall(exchange);
    await refused(id, 'provider_down');
    auth().hurry(usual);
    expect((await read(id)).body).toMatchObject({ errors: [] });
  });

  it.each(OUTAGES)('is not marked by %s', async (_, fault, reason) => {
    const id = await connect();
    provider().faults.always(exchange, fault);
    await refused(id, reason);
    expect((await read(id)).body).toMatchObject({ errors: [] });
  });
}
