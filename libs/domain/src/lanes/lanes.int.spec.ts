import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, LaneItemRepository, LaneRepository, type ClaimedItem } from '@svc/database';
import { createTenant, createTestDatabase, waitFor, type TestDatabase } from '@svc/testing';
import { LaneWorkflows } from '../testing/lane-workflows.js';
import { silentLogger } from '../testing/sync-services.js';
import { LaneDrain } from './lane-drain.service.js';
import { LaneProducer } from './lane-producer.service.js';
import type { ItemVerdict, LaneSource } from './lane-source.js';
import { LaneSweep } from './lane-sweep.service.js';
import { DEFAULT_LANE_TIMING } from './lane-timing.js';
import { LaneWaker } from './lane-waker.service.js';

const KIND = 'webhook-delivery';
const TABLE = 'test_lane_items';
const TIMING = {
  ...DEFAULT_LANE_TIMING,
  lingerMs: 50,
  lookEveryMs: 10,
  forgottenMs: 200,
  failedMs: 100,
  shutdownMs: 500,
};
const DONE: ItemVerdict = { isDone: true };

interface Item extends ClaimedItem {
  readonly name: string;
}

describe('lanes', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let environmentId: number;
  let workflows: LaneWorkflows;
  let producer: LaneProducer;
  let sweep: LaneSweep;
  let waker: LaneWaker;
  let handled: string[];
  let handle: (item: Item, signal: AbortSignal) => Promise<ItemVerdict>;
  let items: LaneItemRepository;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    database = await Database.connect({ url: testDatabase.url, poolSize: 10, applicationName: 'test' });
    items = new LaneItemRepository(database, TABLE, 'length(i.name)');
    await database.query(
      `CREATE TABLE ${TABLE} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text, lane_key text NOT NULL,
         order_key text, due_at timestamptz DEFAULT now(), claims integer NOT NULL DEFAULT 0)`,
    );
    await database.query(`CREATE INDEX ON ${TABLE} (lane_key, due_at, id) WHERE due_at IS NOT NULL`);
    await database.query(`CREATE INDEX ON ${TABLE} (lane_key, order_key, id) WHERE due_at IS NOT NULL`);
  }, 60_000);

  afterAll(async () => {
    await database?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    await database.query(`TRUNCATE ${TABLE}, lanes`);
    ({ environmentId } = await createTenant(database));
    handled = [];
    handle = () => Promise.resolve(DONE);
    workflows = new LaneWorkflows();
    waker = new LaneWaker(database, workflows as never, silentLogger);
    producer = new LaneProducer(database, waker);
    const sources = [source()];
    workflows.drain = new LaneDrain(database, sources, TIMING, silentLogger);
    sweep = new LaneSweep(database, sources, TIMING, waker);
  });

  afterEach(async () => {
    await waker.drain();
    await workflows.ended();
    await workflows.drain.onModuleDestroy();
  });

  const source = (): LaneSource<Item> => ({
    kind: KIND,
    limits: { concurrency: 4, leaseMs: 600 },
    items,
    claim: async (laneKey, limit, held) => {
      const claimed = await items.claim(laneKey, limit, 600, held);
      const { rows } = await database.query<{ id: string; name: string }>(
        `SELECT id, name FROM ${TABLE} WHERE id = ANY($1)`,
        [claimed.map(({ id }) => id)],
      );
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      return claimed.map((item) => ({ ...item, name: names.get(item.id) ?? '' }));
    },
    nextDue: async (laneKey, tx) => ({ waitMs: await items.nextDueMs(laneKey, tx), isClosed: false }),
    process: async (item, signal) => {
      const verdict = await handle(item, signal);
      handled.push(item.name);
      if (verdict.isDone)
        await database.query(`UPDATE ${TABLE} SET due_at = NULL WHERE id = $1 AND claims = $2`, [item.id, item.claims]);
      else await items.putOff([item], verdict.waitMs);
      return verdict;
    },
  });

  const add = async (lane: string, rows: readonly { name: string; orderKey?: string }[]): Promise<void> =>
    await database.transaction(async (tx) => {
      await producer.hold(tx, [{ kind: KIND, key: lane, environmentId, subject: { title: lane } }]);
      for (const { name, orderKey = null } of rows)
        await tx.query(`INSERT INTO ${TABLE} (name, lane_key, order_key) VALUES ($1, $2, $3)`, [name, lane, orderKey]);
    });
  const named = (...names: string[]): { name: string }[] => names.map((name) => ({ name }));
  const keyed = (...names: string[]): { name: string; orderKey: string }[] =>
    names.map((name) => ({ name, orderKey: name.charAt(0) }));
  const until = (count: number): Promise<unknown> =>
    waitFor(`${count} handled items`, 20_000, () => Promise.resolve(handled.length >= count || undefined));

  it('hands over every row once, whoever adds when, without the help of the sweep', async () => {
    const lanes = ['one', 'two', 'three'];
    // Pauses around the time after which an empty lane goes to sleep, so that rows come just then.
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 15; n++) {
          await add(lanes[(n + writer) % 3] ?? '', named(`${writer}-${n}`));
          await new Promise((resolve) => setTimeout(resolve, TIMING.lingerMs * Math.random() * 2));
        }
      }),
    );
    await until(120);
    expect(new Set(handled).size).toBe(120);
    expect(handled).toHaveLength(120);
    // Most rows found somebody awake.
    expect(workflows.wakes).toBeLessThan(120);
  }, 30_000);

  it('lets a slow row hold up nobody else', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    handle = async ({ name }) => {
      if (name === 'slow') await released;
      return DONE;
    };
    await add('lane', named('slow', ...Array.from({ length: 20 }, (_, n) => `quick-${n}`)));
    await until(20);
    expect(handled).not.toContain('slow');
    await add('lane', named('late'));
    await until(21);
    expect(handled).toContain('late');
    release();
    await until(22);
  }, 30_000);

  it('keeps the order of each order key, also through failures, which hold up no other key', async () => {
    let failures = 0;
    handle = ({ name }) => Promise.resolve(name === 'a2' && failures++ < 2 ? { isDone: false, waitMs: 300 } : DONE);
    await add('lane', keyed('a1', 'b1', 'a2', 'a3', 'b2', 'a4', 'c1'));
    await add('lane', keyed('a5', 'b3'));
    await until(11);
    const of = (key: string): string[] => handled.filter((name) => name.startsWith(key));
    expect(of('a')).toEqual(['a1', 'a2', 'a2', 'a2', 'a3', 'a4', 'a5']);
    expect(of('b')).toEqual(['b1', 'b2', 'b3']);
    const retried = handled.indexOf('a2', handled.indexOf('a2') + 1);
    for (const other of ['b1', 'b2', 'c1']) expect(handled.indexOf(other)).toBeLessThan(retried);
  }, 30_000);

  it('takes again what a dead worker had taken, and the rest of its order key after it', async () => {
    await database.query(
      `INSERT INTO ${TABLE} (name, lane_key, order_key) VALUES ('a1', 'lane', 'a'), ('a2', 'lane', 'a'), ('b1', 'lane', 'b')`,
    );
    expect(await items.claim('lane', 1, 500, [])).toHaveLength(1);
    await add('lane', keyed('a3'));
    await until(4);
    expect(handled.filter((name) => name !== 'b1')).toEqual(['a1', 'a2', 'a3']);
    expect(handled[0]).toBe('b1');
  }, 30_000);

  it('leaves a row for which there is no room, and those of its order key after it', async () => {
    await database.query(
      `INSERT INTO ${TABLE} (name, lane_key, order_key, due_at) VALUES ('a-large', 'lane', 'a', now() - interval '1 second'),
         ('a2', 'lane', 'a', now() - interval '2 seconds'), ('b1', 'lane', 'b', now() - interval '3 seconds')`,
    );
    const take = async (held: readonly ClaimedItem[]): Promise<ClaimedItem[]> =>
      await items.claim('lane', 4, 500, held, 3);
    const first = await take([]);
    expect(first.map(({ orderKey }) => orderKey)).toEqual(['b']);
    expect(await take(first)).toHaveLength(1);
    const { rows } = await database.query<{ name: string }>(`SELECT name FROM ${TABLE} WHERE claims > 0 ORDER BY id`);
    expect(rows.map(({ name }) => name)).toEqual(['a-large', 'b1']);
  }, 30_000);

  it('are woken beside somebody who adds rows to several of them, neither waiting for the other', async () => {
    const lanes = ['b', 'a'].map((key) => ({ kind: KIND, key, environmentId, subject: {} }));
    const repository = new LaneRepository(database);
    for (const lane of lanes) await database.transaction((tx) => repository.hold([lane], tx));
    const [b, a] = lanes;
    if (!a || !b) throw new Error('There are two lanes.');
    const woken = await database.transaction(async (tx) => {
      await repository.hold([a], tx);
      const waking = repository.claimWake(lanes);
      await waitFor('the lock', 10_000, async () => {
        const { rowCount } = await database.query(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return rowCount > 0 || undefined;
      });
      await repository.hold([b], tx);
      return { waking };
    });
    expect(await woken.waking).toHaveLength(2);
  }, 30_000);

  it('makes the leases of what takes long longer', async () => {
    handle = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      return DONE;
    };
    await add('lane', named('long'));
    await until(1);
    const { rows } = await database.query<{ claims: number }>(`SELECT claims FROM ${TABLE}`);
    expect(rows[0]?.claims).toBe(1);
  }, 30_000);

  it('tries a row again whose handling threw', async () => {
    let calls = 0;
    handle = () => (calls++ === 0 ? Promise.reject(new Error('Something broke.')) : Promise.resolve(DONE));
    await add('lane', named('fragile'));
    await until(1);
    expect(calls).toBe(2);
  }, 30_000);

  it('gives back what is not finished when the process ends', async () => {
    handle = async (_, signal) => {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('Aborted.'))));
      return DONE;
    };
    await add('lane', named(...Array.from({ length: 10 }, (_, n) => `row-${n}`)));
    const claimed = async (): Promise<number> =>
      (await database.query(`SELECT 1 FROM ${TABLE} WHERE due_at > now()`)).rowCount;
    await waitFor('claims', 10_000, async () => (await claimed()) > 0 || undefined);
    workflows.stop.abort();
    await workflows.drain.onModuleDestroy();
    expect(await claimed()).toBe(0);
    expect(handled).toEqual([]);
  }, 30_000);

  it('takes rows while Temporal is away; the sweep finds them once it is back', async () => {
    workflows.isAway = true;
    await add('lane', named('early'));
    await waker.drain();
    workflows.isAway = false;
    await waitFor('the sweep', 10_000, async () => {
      await sweep.wakeForgotten();
      return handled.length > 0 || undefined;
    });
    expect(handled).toEqual(['early']);
  }, 30_000);

  it('go to sleep also after everything stood still for days while they were worked on', async () => {
    await database.query(
      `INSERT INTO lanes (kind, key, environment_id, busy, touched_at) VALUES ('${KIND}', 'lane', $1, true, now() - interval '2 days')`,
      [environmentId],
    );
    await sweep.prune();
    const name = { kind: KIND, key: 'lane' } as const;
    expect(await workflows.drain.run(name, AbortSignal.timeout(10_000))).toMatchObject({ waitMs: null });
  }, 30_000);

  it('forgets lanes that nobody uses, and no others', async () => {
    await add('used', named('early'));
    await until(1);
    await waitFor(
      'sleep',
      10_000,
      async () => (await database.query('SELECT 1 FROM lanes WHERE NOT busy')).rowCount || undefined,
    );
    await database.query(
      `INSERT INTO ${TABLE} (name, lane_key, due_at) VALUES ('later', 'full', now() + interval '1 day')`,
    );
    await database.query(`INSERT INTO lanes (kind, key, environment_id) VALUES ('${KIND}', 'full', $1)`, [
      environmentId,
    ]);
    await database.query(`UPDATE lanes SET touched_at = now() - interval '2 days'`);
    await sweep.prune();
    const { rows } = await database.query<{ key: string }>('SELECT key FROM lanes');
    expect(rows).toEqual([{ key: 'full' }]);
  }, 30_000);
});
