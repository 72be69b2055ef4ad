import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { createTestDatabase, startTestTemporal, waitFor, type TestDatabase, type TestTemporal } from '@svc/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { secondsOf, timeBareSchedules, type ScheduleSeconds, type ScheduleStep } from '../testing/bare-schedules.js';
import { nextStartOf, offsetOf } from '../syncs/sync-timing.js';
import { createSyncFixture, type SyncFixture } from '../testing/sync-fixture.js';
import { SyncServices } from '../testing/sync-services.js';

const TIMEOUT_MS = 60_000;
/** A soak looks at its Schedules once, at the end: a server finishes ten thousand changes long after it has confirmed them. */
const SOAK = process.env['SOAK'] !== undefined;
/** Connections of one deploy, trigger or pause. */
const MANY = SOAK ? 10_000 : 200;
const MANY_TIMEOUT_MS = 60_000 + MANY * 180;
/** Schedules of a bare client, to compare with. */
const BARE = MANY / 10;

/** A soak run says how fast it was, step by step. */
const tellRate = (step: ScheduleStep, seconds: number, bare: ScheduleSeconds): void => {
  if (!SOAK) return;
  const [rate, bareRate] = [MANY / seconds, BARE / bare[step]].map(Math.round);
  process.stdout.write(
    `${step} ${MANY} Schedules: ${rate}/s in ${Math.round(seconds)} s; ${BARE} by a bare client: ${bareRate}/s\n`,
  );
};

describe('the way from PostgreSQL to Temporal', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let temporal: TestTemporal;
  let client: Awaited<ReturnType<TestTemporal['client']>>;
  let services: SyncServices;
  let fixture: SyncFixture;

  beforeAll(async () => {
    [testDatabase, temporal] = await Promise.all([createTestDatabase(), startTestTemporal()]);
    database = await Database.connect({ url: testDatabase.url, poolSize: 5, applicationName: 'test' });
    client = await temporal.client();
  }, 120_000);

  afterAll(async () => {
    await client?.connection.close();
    await temporal?.stop();
    await database?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    services = new SyncServices(database, { TEMPORAL_ADDRESS: temporal.address });
    fixture = await createSyncFixture(database);
  });

  afterEach(async () => {
    await services.close();
  });

  const waiting = async (): Promise<number> =>
    (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM temporal_commands')).rows[0]?.count ??
    -1;
  const makeDue = async (): Promise<void> => void (await database.query(`UPDATE temporal_commands SET due_at = now()`));
  const syncId = async (): Promise<string> =>
    (await database.query<{ id: string }>('SELECT id FROM syncs WHERE connection_id = $1', [fixture.connectionId]))
      .rows[0]?.id ?? '';
  const createSync = async (by = services): Promise<string> => {
    await database.transaction((tx) => by.instances.createForConnection(tx, fixture));
    return await syncId();
  };
  const scheduleOf = (id: string) => client.schedule.getHandle(`sync-${id}`);
  const until = (ask: () => Promise<boolean>) => waitFor(ask.toString(), TIMEOUT_MS, ask);

  it('applies what a transaction decided right after its commit', async () => {
    const id = await createSync();
    await services.dispatcher.drain();
    const { spec, action, state, policies, info } = await scheduleOf(id).describe();
    expect(spec.intervals).toMatchObject([{ every: 3_600_000 }]);
    expect(policies.catchupWindow).toBe(3_600_000);
    expect(state.paused).toBe(false);
    expect(action).toMatchObject({ workflowType: 'sync', taskQueue: 'sync', args: [{ syncId: id }] });
    expect(info.numActionsTaken + info.runningActions.length).toBeGreaterThan(0);
    expect(await waiting()).toBe(0);
  }, 30_000);

  it('lets runs be found by environment, integration, connection and function', async () => {
    const id = await createSync();
    const query = `GatewayIntegration = 'api' AND GatewayConnection = 'customer-1' AND GatewayFunction = 'items' AND GatewayEnvironment = 'test'`;
    await until(async () => {
      for await (const { workflowId } of client.workflow.list({ query })) {
        if (workflowId.startsWith(`sync-${id}`)) return true;
      }
      return false;
    });
  }, 30_000);

  it.each([
    'every hour',
    'every 3 weeks',
    'every 45s',
    'cron: 30 6 * * 1-5 Europe/Paris',
    'cron: */20 8-17 1,15 * * UTC',
    'cron: 0 6 13 * 5 UTC',
  ])(
    'starts a sync of "%s" when its row says so',
    async (frequency) => {
      const id = await createSync();
      const sync = { frequency, offsetMs: offsetOf(id, frequency) };
      await database.query('UPDATE syncs SET frequency = $2, offset_ms = $3 WHERE id = $1', [
        id,
        frequency,
        sync.offsetMs,
      ]);
      await database.transaction((tx) => services.outbox.enqueue(tx, { kind: 'schedule.apply', syncId: id }));
      await services.dispatcher.drain();
      const { info } = await scheduleOf(id).describe();
      const [first, second] = info.nextActionTimes;
      expect(nextStartOf(sync, new Date((first?.getTime() ?? 0) - 1))).toEqual(first);
      expect(nextStartOf(sync, first)).toEqual(second);
    },
    30_000,
  );

  it('does nothing of a transaction that was rolled back', async () => {
    const failing = database.transaction(async (tx) => {
      await services.instances.createForConnection(tx, fixture);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await waiting()).toBe(0);
  });

  it('keeps what was decided while Temporal is down, answers meanwhile, and does it once Temporal is back', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gateway-temporal-'));
    const first = await startTestTemporal({ folder });
    const port = Number(first.address.split(':')[1]);
    await first.stop({ keepData: true });

    const without = new SyncServices(database, { TEMPORAL_ADDRESS: first.address });
    const startedAt = Date.now();
    const id = await createSync(without);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    await without.dispatcher.drain();
    expect(await waiting()).toBe(2);

    const second = await startTestTemporal({ folder, port });
    await until(async () => {
      await makeDue();
      await without.dispatcher.applyDue(10);
      return (await waiting()) === 0;
    });
    const back = await second.client();
    expect((await back.schedule.getHandle(`sync-${id}`).describe()).action).toMatchObject({ args: [{ syncId: id }] });
    await back.connection.close();
    await without.close();
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  it('finishes what a process decided and did not live to apply', async () => {
    const dying = new SyncServices(database);
    dying.dispatcher.applySoon = () => undefined;
    const id = await createSync(dying);
    expect(await waiting()).toBe(2);
    expect(await services.dispatcher.applyDue(10)).toBe(0);
    await makeDue();
    await services.dispatcher.applyDue(10);
    expect((await scheduleOf(id).describe()).state.paused).toBe(false);
    expect(await waiting()).toBe(0);
    await dying.close();
  }, 30_000);

  it('applies the last word when several were said', async () => {
    const id = await createSync();
    await services.dispatcher.drain();
    await Promise.all(
      [services.instances.pauseForAuth, services.instances.resumeForAuth, services.instances.pauseForAuth].map(
        (change) => database.transaction((tx) => change.call(services.instances, tx, fixture.connectionId)),
      ),
    );
    await services.dispatcher.drain();
    const { rows } = await database.query<{ paused: boolean }>('SELECT paused FROM syncs WHERE id = $1', [id]);
    expect((await scheduleOf(id).describe()).state.paused).toBe(rows[0]?.paused);
  }, 30_000);

  it(
    `creates, resumes and pauses ${MANY} Schedules in batches`,
    async () => {
      const many = await createSyncFixture(database, { autoStart: false });
      const { environmentId, integrationId, versionId } = many;
      await database.query(
        `INSERT INTO connections (environment_id, integration_id, connection_id, connection_config, metadata, tags)
       SELECT environment_id, integration_id, 'many-' || n, '{}', '{}', '{}'
         FROM connections, generate_series(2, $2) n WHERE id = $1`,
        [many.connectionId, MANY],
      );
      const target = { environmentId, providerConfigKey: 'api' };
      const bare = await timeBareSchedules(client, BARE);
      /** Decides something and waits until Temporal has confirmed all of it. */
      const apply = async (step: ScheduleStep, decide: () => Promise<unknown>): Promise<void> => {
        const seconds = await secondsOf(async () => {
          await decide();
          // A server that is too busy to answer in time is left alone for a while.
          await waitFor('everything to be applied', MANY_TIMEOUT_MS, async () => {
            await services.dispatcher.applyDue(32);
            await services.dispatcher.drain();
            return (await waiting()) === 0;
          });
        });
        tellRate(step, seconds, bare);
      };
      const ids = new Set<string>();
      const untilAll = (paused: boolean): Promise<true> =>
        waitFor(`${MANY} Schedules that are ${paused ? 'paused' : 'active'}`, MANY_TIMEOUT_MS, async () => {
          let asWanted = 0;
          const listing = await secondsOf(async () => {
            const listed = await services.schedules.list();
            asWanted = listed.filter((one) => ids.has(one.syncId) && one.paused === paused).length;
          });
          // The server finishes changes after it has confirmed them, and listing keeps it from that.
          if (asWanted < MANY) await delay(4_000 * listing);
          return asWanted === MANY;
        });
      await apply('create', () =>
        database.transaction((tx) =>
          services.instances.reconcileFunctions(tx, { environmentId, integrationIds: [integrationId] }),
        ),
      );
      const { rows } = await database.query<{ id: string }>('SELECT id FROM syncs WHERE integration_id = $1', [
        integrationId,
      ]);
      for (const { id } of rows) ids.add(id);
      expect(ids.size).toBe(MANY);
      if (!SOAK) await untilAll(true);
      // Those that never ran would run at once.
      await database.query(
        `INSERT INTO sync_runs (sync_id, function_version_id, workflow_id, temporal_run_id, operation_id, status)
         SELECT id, $2, '', '', gen_random_uuid(), 'SUCCESS' FROM syncs WHERE integration_id = $1`,
        [integrationId, versionId],
      );
      await apply('resume', () => services.control.start(target, []));
      if (!SOAK) await untilAll(false);
      await services.control.pause(target, []);
      await apply('pause', () => services.control.pause(target, []));
      await untilAll(true);
      expect(await services.reconciler.reconcile()).toMatchObject({ different: 0, stopped: 0 });
    },
    4 * MANY_TIMEOUT_MS,
  );

  describe('reconciliation', () => {
    const hasOpenRun = async (id: string) => (await services.schedules.activity(id))?.isRunning === true;
    const listed = async (id: string) => (await services.schedules.list()).find((schedule) => schedule.syncId === id);

    it('repairs Schedules that are missing, superfluous or differently paused, and leaves the others alone', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        fixture = await createSyncFixture(database);
        ids.push(await createSync());
      }
      const [missing = '', paused = '', superfluous = ''] = ids;
      await services.dispatcher.drain();
      await scheduleOf(missing).delete();
      await scheduleOf(paused).pause();
      await database.query('UPDATE syncs SET deleted_at = now() WHERE id = $1', [superfluous]);
      await until(
        async () =>
          (await listed(missing)) === undefined &&
          (await listed(paused))?.paused === true &&
          (await listed(superfluous)) !== undefined,
      );

      await services.reconciler.reconcile();
      await services.dispatcher.drain();
      expect((await scheduleOf(missing).describe()).state.paused).toBe(false);
      expect((await scheduleOf(paused).describe()).state.paused).toBe(false);
      await expect(scheduleOf(superfluous).describe()).rejects.toMatchObject({ name: 'ScheduleNotFoundError' });

      await until(async () => {
        const drift = await services.reconciler.reconcile();
        await services.dispatcher.drain();
        return Object.values(drift).every((count) => count === 0);
      });
    }, 60_000);

    /** As if its first run were over. */
    const endFirstRun = async (id: string): Promise<void> => {
      await services.dispatcher.drain();
      await until(async () => (await listed(id)) !== undefined && (await hasOpenRun(id)));
      for (const { workflow } of (await scheduleOf(id).describe()).info.runningActions)
        await client.workflow.getHandle(workflow.workflowId).terminate();
      await until(async () => !(await hasOpenRun(id)));
      await database.query(
        `UPDATE syncs SET pending_trigger = NULL, pending_trigger_at = NULL, updated_at = now() - interval '1 day' WHERE id = $1`,
        [id],
      );
    };

    it('recreates a Schedule that has not fired for two intervals, and makes up for the start that was missed', async () => {
      const id = await createSync();
      await endFirstRun(id);
      const created = (await scheduleOf(id).describe()).info.createdAt;
      await services.reconciler.reconcile();
      await services.dispatcher.drain();
      expect((await scheduleOf(id).describe()).info.createdAt).toEqual(created);

      await services.reconciler.reconcile(new Date(Date.now() + 3 * 3_600_000));
      await services.dispatcher.drain();
      expect((await scheduleOf(id).describe()).info.createdAt.getTime()).toBeGreaterThan(created.getTime());
      await until(() => hasOpenRun(id));
    }, 60_000);

    it('leaves a Schedule alone whose run only waits for a worker', async () => {
      const id = await createSync();
      await services.dispatcher.drain();
      await until(async () => (await listed(id)) !== undefined && (await hasOpenRun(id)));
      await database.query(
        `UPDATE syncs SET pending_trigger = NULL, updated_at = now() - interval '1 day' WHERE id = $1`,
        [id],
      );
      const created = (await scheduleOf(id).describe()).info.createdAt;
      await services.reconciler.reconcile(new Date(Date.now() + 3 * 3_600_000));
      await services.dispatcher.drain();
      expect((await scheduleOf(id).describe()).info.createdAt).toEqual(created);
    }, 60_000);

    it('tells how much differed', async () => {
      const id = await createSync();
      await endFirstRun(id);
      await scheduleOf(id).delete();
      await until(async () => (await listed(id)) === undefined);
      const { missing } = await services.reconciler.reconcile();
      expect(missing).toBeGreaterThan(0);
      const { text } = await services.metrics.render();
      expect(text).toContain(`gateway_schedules_drifted{kind="missing",process="test"} ${missing}`);
      expect(text).toMatch(/gateway_schedules_late\{process="test"\} [1-9]/);
      await services.dispatcher.drain();
      await until(() => hasOpenRun(id));
    }, 60_000);

    it('asks again for a run that was asked for and did not begin, unless it only waits for a worker', async () => {
      const id = await createSync();
      await services.dispatcher.drain();
      await database.query(`UPDATE syncs SET pending_trigger = NULL WHERE id <> $1`, [id]);
      await database.query(`UPDATE syncs SET pending_trigger_at = now() - interval '1 hour' WHERE id = $1`, [id]);
      await until(() => hasOpenRun(id));
      expect(await services.repairs.repeatForgottenTriggers()).toBe(0);

      for (const { workflow } of (await scheduleOf(id).describe()).info.runningActions) {
        await client.workflow.getHandle(workflow.workflowId).terminate();
      }
      await until(async () => !(await hasOpenRun(id)));
      expect(await services.repairs.repeatForgottenTriggers()).toBe(1);
      await services.dispatcher.drain();
      await until(() => hasOpenRun(id));
    }, 60_000);
  });
});
