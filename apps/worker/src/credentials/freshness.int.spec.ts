import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionCredentialsService, ConnectionSweep, OperationLog } from '@svc/domain';
import { randomUUID } from 'node:crypto';
import { json, rotating, type TokenReply } from '../../../api/src/testing/token-server.js';
import { MAINTENANCE_TASKS, type MaintenanceTask } from '../maintenance/maintenance-task.js';
import { FreshnessBed } from '../testing/freshness-bed.js';

const MINUTE_MS = 60_000;
const DAY = `interval '25 hours'`;

const hanging: TokenReply = () => undefined;

describe('credentials through trouble', () => {
  let bed: FreshnessBed;

  beforeAll(async () => {
    bed = await FreshnessBed.start();
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  }, 60_000);

  beforeEach(() => bed.reset());

  const set = (id: string, change: string) =>
    bed.query(
      `UPDATE connections SET ${change} WHERE connection_id = $1
        AND integration_id = (SELECT id FROM integrations WHERE unique_key = $2)`,
      id,
      bed.integration,
    );

  const endOf = async (trouble: unknown): Promise<void> => {
    const handle = bed.client.workflow.getHandle(`refresh-credentials-${String(trouble)}`);
    await bed.until('the workflow', () => handle.describe().catch(() => undefined));
    await handle.result();
  };

  /** An instance of a sync, as a deploy would have left it. */
  const addSync = async (id: string): Promise<void> => {
    const { id: connectionId, environment_id, integration_id } = await bed.row(id);
    await bed.query(
      `WITH function AS (
         INSERT INTO functions (environment_id, integration_id, type, name) VALUES ($1, $2, 'sync', $4) RETURNING id)
       INSERT INTO syncs (id, environment_id, integration_id, connection_id, function_id, name, frequency)
       SELECT $5, $1, $2, $3, id, $4, 'every hour' FROM function`,
      environment_id,
      integration_id,
      connectionId,
      `items-${id}`,
      randomUUID(),
    );
  };
  const pauseReason = async (id: string): Promise<unknown> => {
    const { id: number } = await bed.row(id);
    return (
      await bed.query<{ reason: string }>('SELECT pause_reason AS reason FROM syncs WHERE connection_id = $1', number)
    )[0]?.reason;
  };
  const history = async (id: string) => {
    for (const app of [bed.api.app, bed.worker]) await app.get(OperationLog, { strict: false }).flush();
    const { id: number } = await bed.row(id);
    return await bed.query<Record<string, any>>(
      `SELECT o.status, o.workflow_id, l.payload FROM operations o JOIN log_lines l ON l.operation_id = o.id
        WHERE o.connection_id = $1 AND o.action = 'refresh_token' ORDER BY o.id`,
      number,
    );
  };

  describe('a reason that passes', () => {
    it.each<[string, TokenReply, string]>([
      ['status 500', json(500, {}), 'provider_down'],
      ['no answer in time', hanging, 'provider_down'],
      ['status 429', json(429, {}), 'throttled'],
      ['a refused client', json(401, { error: 'invalid_client' }), 'auth_transient'],
    ])(
      '%s: the connection stays healthy, and a workflow refreshes it once the provider is back',
      async (_, reply, reason) => {
        bed.provider.use(reply);
        await bed.connect('c', -1);
        await addSync('c');
        expect(await bed.get('c')).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_credentials', payload: { reason, connection: { errors: [] } } } },
        });
        expect(await bed.get('c')).toMatchObject({
          status: 424,
          body: { error: { payload: { reason: 'cooldown', last_failure: reason, retry_at: expect.any(String) } } },
        });
        const { refresh_trouble_id: trouble } = await bed.row('c');
        const handle = bed.client.workflow.getHandle(`refresh-credentials-${trouble}`);
        await bed.until('two more attempts', async () => (await history('c')).length >= 3);
        expect(await bed.row('c')).toMatchObject({ refresh_trouble_id: trouble, errors: [] });
        bed.provider.use(rotating());
        await handle.result();
        expect((await bed.get('c')).body).toMatchObject({ errors: [], credentials: { access_token: 'at-1' } });
        expect(bed.provider.requests).toHaveLength(1);
        expect(await bed.row('c')).toMatchObject({ refresh_trouble_id: null, refresh_failure_reason: null });
        expect(await pauseReason('c')).toBeNull();
        expect((await bed.events('c')).map(({ operation }) => operation)).toEqual(['creation']);
        const { typedSearchAttributes, type } = await handle.describe();
        expect(type).toBe('refresh-credentials');
        expect(JSON.stringify(typedSearchAttributes)).toContain(bed.integration);
        const attempts = await history('c');
        expect(attempts[0]).toMatchObject({ status: 'failed', payload: { trigger: 'read', reason } });
        expect(attempts.at(-1)).toMatchObject({
          status: 'success',
          workflow_id: `refresh-credentials-${trouble}`,
          payload: { trigger: 'retry', duration_ms: expect.any(Number) },
        });
      },
      60_000,
    );

    it('is one workflow however often it fails, and none is left when somebody else mends it', async () => {
      bed.provider.use(json(500, {}));
      await bed.connect('c', -1);
      await bed.get('c');
      await bed.get('c', '&force_refresh=true');
      const { id, refresh_trouble_id: trouble } = await bed.row('c');
      await bed.connect('c', 60 * MINUTE_MS);
      expect(await bed.row('c')).toMatchObject({ id, refresh_trouble_id: null });
      await endOf(trouble);
      bed.provider.use(rotating());
      expect((await bed.get('c')).body.credentials.access_token).toBe('at-0');
      expect(bed.provider.requests).toHaveLength(0);
    }, 60_000);

    it('waits as long as the provider asks, unless somebody insists', async () => {
      bed.provider.use((response) => void response.writeHead(429, { 'retry-after': '600' }).end());
      await bed.connect('c', -1);
      await bed.get('c');
      await set('c', `refresh_failed_at = now() - interval '1 minute'`);
      const again = await bed.get('c');
      expect(again.status).toBe(424);
      expect(Date.parse(again.body.error.payload.retry_at) - Date.now()).toBeGreaterThan(9 * MINUTE_MS);
      bed.provider.use(rotating());
      expect((await bed.get('c', '&force_refresh=true')).status).toBe(200);
    });

    it('marks the connection when it persists over four days, and the workflow gives up', async () => {
      bed.provider.use(json(401, { error: 'invalid_client' }));
      await bed.connect('c', -1);
      await addSync('c');
      await bed.get('c');
      const { refresh_trouble_id: trouble } = await bed.row('c');
      await set('c', `refresh_failed_days = 3, refresh_failed_at = now() - ${DAY}`);
      await endOf(trouble);
      expect((await bed.get('c')).body.error.payload).toMatchObject({
        reason: 'exhausted',
        connection: { errors: [{ type: 'auth', log_id: expect.any(String) }] },
      });
      expect(await bed.row('c')).toMatchObject({ refresh_trouble_id: null, next_check_at: null });
      expect(await pauseReason('c')).toBe('auth_dead');
      expect((await bed.events('c')).at(-1)).toMatchObject({ operation: 'refresh', success: false });
    }, 60_000);

    it('serves a token that is still valid', async () => {
      bed.provider.use(json(500, {}));
      await bed.connect('c', 10 * MINUTE_MS);
      const service = bed.api.app.get(ConnectionCredentialsService, { strict: false });
      const { environment_id: environmentId, id } = await bed.row('c');
      expect((await service.getFresh({ environmentId, id })).credentials).toMatchObject({ access_token: 'at-0' });
    });
  });

  describe('a reason that does not pass', () => {
    it('marks the connection at once, tells the customer, pauses the syncs; a reconnect ends all of it', async () => {
      bed.provider.use(json(400, { error: 'invalid_grant' }));
      await bed.connect('c', -1);
      await addSync('c');
      expect(await bed.get('c')).toMatchObject({
        status: 400,
        body: { error: { payload: { reason: 'auth_dead', connection: { errors: [{ type: 'auth' }] } } } },
      });
      expect(await pauseReason('c')).toBe('auth_dead');
      expect(await bed.row('c')).toMatchObject({ refresh_trouble_id: null, next_check_at: null });
      await bed.connect('c', 60 * MINUTE_MS);
      expect(await bed.get('c')).toMatchObject({ status: 200, body: { errors: [] } });
      expect(await pauseReason('c')).toBeNull();
      expect(await bed.events('c')).toMatchObject([
        { operation: 'creation', success: true },
        { operation: 'refresh', success: false, error: { type: 'auth_dead' }, connectionId: 'c' },
        { operation: 'override', success: true },
      ]);
    });

    it('is told once, and so is its end when a forced refresh works', async () => {
      bed.provider.use(json(400, { error: 'invalid_grant' }));
      await bed.connect('c', -1);
      await bed.get('c');
      await bed.get('c', '&force_refresh=true');
      bed.provider.use(rotating());
      expect(await bed.get('c', '&force_refresh=true')).toMatchObject({ status: 200, body: { errors: [] } });
      expect((await bed.events('c')).slice(1)).toMatchObject([
        { operation: 'refresh', success: false },
        { operation: 'refresh', success: true },
      ]);
    });

    it('stays what it is through an outage that follows', async () => {
      bed.provider.use(json(400, { error: 'invalid_grant' }));
      await bed.connect('c', -1);
      await bed.get('c');
      bed.provider.use(json(500, {}));
      await bed.get('c', '&force_refresh=true');
      expect(await bed.row('c')).toMatchObject({ errors: [{ type: 'auth' }], refresh_trouble_id: null });
    });
  });

  describe('a refresh that was cut off', () => {
    const cutOff = () =>
      set(
        'c',
        `refresh_lease = gen_random_uuid(), refresh_lease_until = now() - interval '1 s', refresh_sent_at = now() - interval '31 s'`,
      );

    it('is said, and repeated by nobody: not by reads, nor the sweep, nor a workflow; once by force', async () => {
      await bed.connect('c', -1);
      await cutOff();
      const refused = { status: 424, body: { error: { payload: { reason: 'refresh_interrupted' } } } };
      expect(await bed.get('c')).toMatchObject(refused);
      expect((await bed.get('c')).body.error.payload.connection.errors).toMatchObject([{ type: 'auth' }]);
      await set('c', `refresh_failed_at = now() - ${DAY}, next_check_at = now()`);
      await bed.worker.get(ConnectionSweep, { strict: false }).run(AbortSignal.timeout(10_000));
      expect(await bed.get('c')).toMatchObject(refused);
      expect(await bed.row('c')).toMatchObject({ refresh_trouble_id: null, next_check_at: null });
      expect(bed.provider.requests).toHaveLength(0);
      // The provider is down at that moment: still nobody repeats it.
      bed.provider.use(json(503, {}));
      expect(await bed.get('c', '&force_refresh=true')).toMatchObject({ status: 400 });
      expect(await bed.get('c')).toMatchObject(refused);
      expect(bed.provider.requests).toHaveLength(1);
      bed.provider.use(rotating());
      expect(await bed.get('c', '&force_refresh=true')).toMatchObject({ status: 200, body: { errors: [] } });
    });

    it('is over with a reconnect', async () => {
      await bed.connect('c', -1);
      await cutOff();
      await bed.get('c');
      await bed.connect('c', 60 * MINUTE_MS);
      expect(await bed.get('c')).toMatchObject({ status: 200, body: { errors: [] } });
    });
  });

  describe('an outage of the provider', () => {
    const connectMany = async (count: number, expiresInMs = -1): Promise<string[]> => {
      const ids = Array.from({ length: count }, (_, index) => `c${index}`);
      for (const id of ids) await bed.connect(id, expiresInMs);
      return ids;
    };

    it('is one over all connections: nobody but a probe asks, and the first success ends it', async () => {
      const [a = '', b = '', c = '', d = '', e = ''] = await connectMany(5);
      bed.provider.use(json(503, {}));
      for (const id of [a, b, c]) expect((await bed.get(id)).status).toBe(400);
      expect(bed.provider.requests).toHaveLength(3);
      expect(await bed.get(d)).toMatchObject({
        status: 424,
        body: {
          error: { code: 'invalid_credentials', payload: { reason: 'provider_down', connection: { errors: [] } } },
        },
      });
      expect(await bed.row(d)).toMatchObject({ refresh_failure_reason: null, refresh_trouble_id: null });
      bed.provider.use(rotating());
      // The workflows of the first three are its probes.
      await bed.until(
        'the end of the outage',
        async () => (await bed.query('SELECT 1 FROM provider_outages')).length === 0,
      );
      expect(await bed.get(e)).toMatchObject({ status: 200 });
      await history(a);
      const told = await bed.query<{ action: string }>(
        `SELECT action FROM operations WHERE provider_config_key = $1 AND action LIKE 'provider_outage%' ORDER BY id`,
        bed.integration,
      );
      expect(told).toEqual([{ action: 'provider_outage_began' }, { action: 'provider_outage_ended' }]);
    }, 60_000);

    it('asks at most once at a time while it lasts', async () => {
      const ids = await connectMany(12);
      bed.provider.use(json(503, {}));
      await Promise.all(ids.slice(0, 3).map((id) => bed.get(id)));
      const before = bed.provider.requests.length;
      await bed.query(`UPDATE provider_outages SET next_probe_at = now()`);
      await Promise.all(ids.slice(3).map((id) => bed.get(id)));
      expect(bed.provider.requests.length - before).toBe(1);
    });

    it('is forgotten when nobody has tried for long', async () => {
      const ids = await connectMany(5);
      bed.provider.use(json(503, {}));
      await Promise.all(ids.slice(0, 3).map((id) => bed.get(id)));
      await bed.query(`UPDATE connections SET refresh_trouble_id = NULL`);
      await bed.query(`UPDATE provider_outages SET next_probe_at = now() - interval '1 hour'`);
      for (const id of ids.slice(3)) expect((await bed.get(id)).status).toBe(400);
      expect(
        await bed.query('SELECT cardinality(failed_connection_ids) AS count, opened_at FROM provider_outages'),
      ).toEqual([{ count: 2, opened_at: null }]);
    });

    it('is none when one connection fails again and again, or when others work meanwhile', async () => {
      const [a = '', b = '', c = '', d = ''] = await connectMany(4);
      bed.provider.use(json(503, {}));
      for (let round = 0; round < 4; round += 1) await bed.get(a, '&force_refresh=true');
      await bed.get(b);
      bed.provider.use(rotating());
      await bed.get(c);
      bed.provider.use(json(503, {}));
      expect((await bed.get(d)).status).toBe(400);
      expect(await bed.query('SELECT 1 FROM provider_outages WHERE opened_at IS NOT NULL')).toEqual([]);
    });
  });

  describe('the sweep', () => {
    const sweep = () => bed.worker.get(ConnectionSweep, { strict: false }).run(AbortSignal.timeout(20_000));

    it('renews what ends before it comes again, once, and nothing else', async () => {
      await bed.connect('soon', 18 * MINUTE_MS);
      await bed.connect('later', 60 * MINUTE_MS);
      await bed.connect('dead', -1);
      await bed.importConnection('bare', { type: 'OAUTH2', access_token: 'at-0', expires_at: '2020-01-01T00:00:00Z' });
      bed.provider.use(json(400, { error: 'invalid_grant' }));
      await bed.get('dead');
      bed.provider.use(rotating());
      expect(await sweep()).toMatchObject({ refreshed: 1, failed: 0, more: false });
      expect(bed.provider.requests.map(({ form }) => form['refresh_token'])).toEqual(['rt-soon']);
      expect(await sweep()).toEqual({ refreshed: 0, failed: 0, tested: 0, postponed: 0, more: false });
      const inMinutes = async (id: string) =>
        Math.round(((await bed.row(id))['next_check_at'].getTime() - Date.now()) / MINUTE_MS);
      // 15 minutes of buffer and the 5 until the next sweep, before the end.
      expect(await inMinutes('soon')).toBe(40);
      expect(await inMinutes('later')).toBe(40);
      expect(await inMinutes('bare')).toBe(24 * 60);
      expect((await history('soon')).map(({ payload }) => payload.trigger)).toEqual(['sweep']);
    });

    it('takes as many batches as there are, and one that hangs holds up nobody', async () => {
      await bed.connect('first', 10 * MINUTE_MS);
      const insert = `INSERT INTO connections (environment_id, integration_id, connection_id, credentials_sealed, expires_at)
        SELECT environment_id, integration_id, 'n' || n, credentials_sealed, expires_at FROM connections, generate_series(1, 250) n
         WHERE id = $1`;
      const first = await bed.row('first');
      await bed.query(insert, first['id']);
      let count = 0;
      bed.provider.use((response, request) =>
        (count += 1) === 1 ? undefined : json(200, { access_token: 'x', expires_in: 3600 })(response, request),
      );
      expect(await sweep()).toMatchObject({ refreshed: 250, failed: 1, more: false });
      // All are due at the same time, so any of the 251 met the silent answer; a workflow repeats its refresh.
      await bed.until('every renewal', async () => {
        const renewed = await bed.query(
          'SELECT 1 FROM connections WHERE integration_id = $1 AND credentials_version = 2',
          first['integration_id'],
        );
        return renewed.length === 251;
      });
    }, 60_000);

    it('renews what nobody used for a day, once a day', async () => {
      await bed.connect('c');
      await set('c', `created_at = now() - ${DAY}, last_fetched_at = now() - ${DAY}`);
      expect(await sweep()).toMatchObject({ refreshed: 1 });
      await set('c', `next_check_at = now()`);
      expect(await sweep()).toMatchObject({ refreshed: 0, postponed: 1 });
    });

    it('tries a key that nobody used for a day, marks it when it is refused, and takes the mark away when it works', async () => {
      await bed.reset('fresh-key');
      bed.provider.use(json(200, {}));
      await bed.importConnection('c', { type: 'API_KEY', apiKey: 'KEY' });
      expect(await sweep()).toMatchObject({ tested: 0 });
      const unused = () => set('c', `last_fetched_at = now() - ${DAY}, next_check_at = now()`);
      for (const [status, errors] of [
        [200, 0],
        [500, 0],
        [403, 0],
        [401, 1],
        [401, 1],
        [200, 0],
      ] as const) {
        bed.provider.use(json(status, {}));
        await unused();
        expect(await sweep()).toMatchObject({ tested: 1 });
        expect((await bed.row('c'))['errors']).toHaveLength(errors);
      }
      expect((await bed.events('c')).slice(1)).toMatchObject([{ success: false }, { success: true }]);
    });

    it('is started by a schedule, which comes back when it is deleted', async () => {
      const handle = bed.client.schedule.getHandle('refresh-sweep');
      await handle.delete();
      const keep = bed.worker
        .get<readonly MaintenanceTask[]>(MAINTENANCE_TASKS, { strict: false })
        .find(({ name }) => name === 'schedule of the refresh sweep');
      await keep?.run();
      await keep?.run();
      expect(await handle.describe()).toMatchObject({
        spec: { intervals: [{ every: 5 * MINUTE_MS }] },
        action: { workflowType: 'refresh-sweep', taskQueue: 'system' },
        policies: { overlap: 'SKIP' },
      });
      await bed.connect('soon', 10 * MINUTE_MS);
      // One that falls into a sweep which has begun before is skipped.
      await bed.until('the sweep', async () => {
        await handle.trigger();
        return (await bed.row('soon'))['credentials_version'] === 2;
      });
      await handle.pause();
    }, 60_000);
  });
});
