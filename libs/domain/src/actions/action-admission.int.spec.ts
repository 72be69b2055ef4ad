import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { Database } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { ActionAdmission } from './action-admission.service.js';

const never = new AbortController().signal;
const ann = { environmentId: 1, connectionId: 1 };
const bob = { environmentId: 1, connectionId: 2 };

describe('slots of actions', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
  });

  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const admission = (settings: Record<string, string> = {}): ActionAdmission =>
    new ActionAdmission(
      loadConfig({
        NODE_ENV: 'development',
        DATABASE_URL: testDatabase.url,
        ACTION_SLOTS_PER_CONNECTION: '2',
        ACTION_SLOTS_PER_ENVIRONMENT: '3',
        ...settings,
      }),
      database,
    );

  it('are given out up to the limits of connection and environment', () => {
    const slots = admission();
    const releases = [slots.tryTake(ann), slots.tryTake(ann)];
    expect(releases).toEqual([expect.any(Function), expect.any(Function)]);
    expect(slots.tryTake(ann)).toBeUndefined();
    expect(slots.tryTake(bob)).toBeDefined();
    expect(slots.tryTake(bob)).toBeUndefined();
    expect(slots.tryTake({ environmentId: 2, connectionId: 3 })).toBeDefined();
    releases[0]?.();
    releases[0]?.();
    expect(slots.tryTake(ann)).toBeDefined();
    expect(slots.tryTake(ann)).toBeUndefined();
    slots.onApplicationShutdown();
  });

  it('go to those who wait in their order', async () => {
    const slots = admission({ ACTION_SLOTS_PER_CONNECTION: '1' });
    const first = slots.tryTake(ann);
    const order: number[] = [];
    const wait = async (number: number): Promise<void> => {
      const release = await slots.take(ann, never);
      order.push(number);
      release();
    };
    const waiting = [wait(1), wait(2), wait(3)];
    first?.();
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
    slots.onApplicationShutdown();
  });

  it('are refused to those who waited for too long, and to callers who are gone', async () => {
    const slots = admission({ ACTION_SLOTS_PER_CONNECTION: '1', ACTION_START_WITHIN_MS: '20' });
    slots.tryTake(ann);
    await expect(slots.take(ann, never)).rejects.toMatchObject({
      status: 429,
      code: 'too_many_request',
      details: { payload: { limit: 'connection', slots: 1 }, headers: { 'Retry-After': '5' } },
    });
    const patient = admission({ ACTION_SLOTS_PER_CONNECTION: '1' });
    patient.tryTake(ann);
    const caller = new AbortController();
    const gone = patient.take(ann, caller.signal);
    caller.abort();
    await expect(gone).rejects.toMatchObject({ code: 'script_aborted' });
    for (const each of [slots, patient]) each.onApplicationShutdown();
  });

  it('are shared by all processes, as long as those live', async () => {
    const [here, there] = [admission(), admission()];
    const release = here.tryTake(ann);
    here.tryTake(ann);
    await here.exchange();
    await there.exchange();
    expect(there.tryTake(ann)).toBeUndefined();
    expect(there.tryTake(bob)).toBeDefined();
    expect(there.tryTake(bob)).toBeUndefined();
    const waiting = there.take(ann, never);
    release?.();
    await here.exchange();
    expect(here.tryTake(ann)).toBeDefined();
    await database.query(`UPDATE action_slots SET seen_at = now() - interval '1 hour'`);
    await there.exchange();
    expect(await waiting).toEqual(expect.any(Function));
    for (const each of [here, there]) each.onApplicationShutdown();
  });
});
