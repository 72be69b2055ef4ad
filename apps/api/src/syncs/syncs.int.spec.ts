import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import { ApiUnderTest, type TestAnswer } from '../testing/api-under-test.js';

const HOUR_MS = 3_600_000;

/** A published definition, as far as syncs look at it. */
const definition = (fields: object): string =>
  JSON.stringify({ runs: 'every hour', autoStart: true, models: ['Item', 'Note'], schemas: {}, ...fields });

describe('/sync', () => {
  let testDatabase: TestDatabase;
  let api: ApiUnderTest;
  let integration: string;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    api = await ApiUnderTest.start(testDatabase.url, { TEMPORAL_UI_URL: 'http://temporal.test' });
  }, 60_000);

  afterAll(async () => {
    await api?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    integration = `api-${randomUUID()}`;
    await api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: integration } });
    await publish('items');
    await publish('manual', { autoStart: false });
    await connect('c1');
  });

  const publish = async (name: string, fields: object = {}): Promise<void> => {
    await api.database.query(
      `WITH integration AS (SELECT id, environment_id FROM integrations WHERE unique_key = $1),
       function AS (
         INSERT INTO functions (environment_id, integration_id, type, name, current_version_id)
         SELECT environment_id, id, 'sync', $2, $3 FROM integration RETURNING id
       )
       INSERT INTO function_versions (id, function_id, deployment_id, script_hash, source_code, definition)
       SELECT $3, id, gen_random_uuid(), 'hash', '', $4 FROM function`,
      [integration, name, randomUUID(), definition(fields)],
    );
  };
  const connect = async (connectionId: string): Promise<void> => {
    const body = {
      provider_config_key: integration,
      connection_id: connectionId,
      credentials: { type: 'NONE' },
      connection_config: { baseUrl: 'http://127.0.0.1:9' },
    };
    expect(await api.request('POST', '/connections', { body })).toMatchObject({ status: 201 });
  };
  const post = (path: string, body: object): Promise<TestAnswer> =>
    api.request('POST', path, { body: { provider_config_key: integration, connection_id: 'c1', ...body } });
  const status = async (syncs = '*', connectionId = 'c1') =>
    (
      await api.request(
        'GET',
        `/sync/status?syncs=${syncs}&provider_config_key=${integration}&connection_id=${connectionId}`,
      )
    ).body.syncs;
  const statusOf = async (name: string) => (await status(name))[0];
  const run = async (name: string, fields: Record<string, unknown>): Promise<void> => {
    await api.database.query(
      `WITH sync AS (UPDATE syncs SET pending_trigger = NULL FROM connections c
                      WHERE c.id = syncs.connection_id AND c.connection_id = 'c1' AND syncs.name = $1 AND syncs.integration_id = (SELECT id FROM integrations WHERE unique_key = $2)
                    RETURNING syncs.id, syncs.function_id)
       INSERT INTO sync_runs (sync_id, function_version_id, workflow_id, temporal_run_id, operation_id, status, reason, results, finished_at, error)
       SELECT sync.id, f.current_version_id, 'sync-1', 'run', gen_random_uuid(), $3, $4, $5, $6, $7 FROM sync JOIN functions f ON f.id = sync.function_id`,
      [
        name,
        integration,
        fields['status'],
        fields['reason'] ?? null,
        JSON.stringify(fields['results'] ?? {}),
        fields['finishedAt'] ?? null,
        fields['error'] ?? null,
      ],
    );
  };
  const errorOf = ({ status: code, body }: TestAnswer) => [code, body.error?.code];

  describe('status', () => {
    it('shows the instances of a new connection: running at once with autoStart, paused without', async () => {
      expect(await status()).toMatchObject([
        {
          name: 'items',
          variant: 'base',
          connection_id: 'c1',
          status: 'RUNNING',
          reason: 'queued',
          frequency: 'every hour',
          checkpoint: null,
          recordCount: { Item: 0, Note: 0 },
        },
        { name: 'manual', status: 'PAUSED', reason: 'auto_start_off', nextScheduledSyncAt: null },
      ]);
    });

    it('shows a run that goes on, without an end', async () => {
      await run('items', {
        status: 'RUNNING',
        reason: 'throttled',
        results: { Item: { added: 2, updated: 1, deleted: 0 } },
      });
      const entry = await statusOf('items');
      expect(entry).toMatchObject({
        status: 'RUNNING',
        reason: 'throttled',
        latestExecutionStatus: 'RUNNING',
        latestResult: { Item: { added: 2, updated: 1, deleted: 0 }, Note: { added: 0, updated: 0, deleted: 0 } },
        runUrl: 'http://temporal.test/namespaces/default/workflows/sync-1',
      });
      expect(entry).not.toHaveProperty('finishedAt');
    });

    it.each([
      ['SUCCESS', null, 'SUCCESS'],
      ['ERROR', 'stalled', 'ERROR'],
      ['STOPPED', 'cancelled', 'ERROR'],
    ])('calls a sync whose last run was %s (%s) %s', async (runStatus, reason, expected) => {
      await run('items', {
        status: runStatus,
        reason,
        finishedAt: '2026-01-02T03:04:05.000Z',
        error: { message: 'the cause' },
      });
      expect(await statusOf('items')).toMatchObject({
        status: expected,
        reason,
        finishedAt: '2026-01-02T03:04:05.000Z',
      });
    });

    it('says what failed', async () => {
      await run('items', {
        status: 'ERROR',
        reason: 'function_error',
        finishedAt: new Date(),
        error: { type: 'function_error', name: 'TypeError', message: 'x is not a function', stack: 'at line 3' },
      });
      expect((await statusOf('items')).latestError).toEqual({
        type: 'function_error',
        name: 'TypeError',
        message: 'x is not a function',
      });
    });

    it('reckons the next start within one interval', async () => {
      const { nextScheduledSyncAt } = await statusOf('items');
      const inMs = Date.parse(nextScheduledSyncAt) - Date.now();
      expect(inMs).toBeGreaterThan(0);
      expect(inMs).toBeLessThanOrEqual(HOUR_MS);
    });

    it('leaves out names that do not exist, and takes names with variants', async () => {
      expect(await status('items,unknown')).toMatchObject([{ name: 'items' }]);
      expect(await status('items::other')).toEqual([]);
    });

    it('shows every connection when none is named', async () => {
      await connect('c2');
      const answer = await api.request('GET', `/sync/status?syncs=items&provider_config_key=${integration}`);
      expect(answer.body.syncs.map(({ connection_id: id }: { connection_id: string }) => id)).toEqual(['c1', 'c2']);
    });

    it.each([
      ['', 'invalid_query_params'],
      ['syncs=*', 'invalid_query_params'],
      ['syncs=*&provider_config_key=KEY&extra=1', 'invalid_query_params'],
      ['syncs=a::b::c&provider_config_key=KEY', 'invalid_query_params'],
      ['syncs=*&provider_config_key=KEY&connection_id=unknown', 'invalid_body'],
      ['syncs=*&provider_config_key=unknown', 'invalid_body'],
    ])('refuses "%s"', async (query, code) => {
      expect(errorOf(await api.request('GET', `/sync/status?${query.replace('KEY', integration)}`))).toEqual([
        400,
        code,
      ]);
    });
  });

  describe('trigger', () => {
    it('answers 200 with an empty body although Temporal is down, and the run is asked for', async () => {
      await run('items', { status: 'SUCCESS', finishedAt: new Date() });
      expect(await post('/sync/trigger', { syncs: ['items'] })).toMatchObject({ status: 200, body: '' });
      expect(await statusOf('items')).toMatchObject({ status: 'RUNNING', reason: 'queued' });
    });

    it('takes integration and connection from the headers too', async () => {
      const headers = { 'provider-config-key': integration, 'connection-id': 'c1' };
      expect(
        await api.request('POST', '/sync/trigger', { headers, body: { syncs: [{ name: 'manual' }] } }),
      ).toMatchObject({ status: 200 });
      expect(await statusOf('manual')).toMatchObject({ status: 'RUNNING', reason: 'queued' });
    });

    it.each([{ opts: { reset: true } }, { sync_mode: 'full_refresh' }, { full_resync: true }])(
      'stops what runs and forgets checkpoint and date with %j',
      async (mode) => {
        await run('items', { status: 'RUNNING' });
        await api.database.query(`UPDATE syncs SET checkpoint = '{"page": 3}', last_sync_date = now()`);
        expect(await post('/sync/trigger', { syncs: ['items'], ...mode })).toMatchObject({ status: 200 });
        expect(await statusOf('items')).toMatchObject({
          status: 'RUNNING',
          reason: 'queued',
          checkpoint: null,
          type: 'INITIAL',
          latestExecutionStatus: 'STOPPED',
        });
      },
    );

    it('keeps the checkpoint without reset, whatever emptyCache says', async () => {
      await api.database.query(`UPDATE syncs SET checkpoint = '{"page": 3}'`);
      await post('/sync/trigger', { syncs: ['items'], opts: { emptyCache: true } });
      expect(await statusOf('items')).toMatchObject({ checkpoint: { page: 3 } });
    });

    it('empties the cache with reset and emptyCache', async () => {
      await api.database.query(
        `WITH stream AS (INSERT INTO record_streams (environment_id, connection_id, model, last_seq, live_count)
           SELECT environment_id, id, 'Item', 2, 2 FROM connections WHERE connection_id = 'c1' AND integration_id = (SELECT id FROM integrations WHERE unique_key = $1) RETURNING id)
         INSERT INTO records (stream_id, external_id, seq, payload, payload_bytes, first_seen_at, last_modified_at)
         SELECT id, n::text, n, '{}', 2, now(), now() FROM stream, generate_series(1, 2) AS n`,
        [integration],
      );
      expect(await statusOf('items')).toMatchObject({ recordCount: { Item: 2 } });
      await post('/sync/trigger', { syncs: ['items'], sync_mode: 'full_refresh_and_clear_cache' });
      expect(await statusOf('items')).toMatchObject({ recordCount: { Item: 0 } });
    });

    it.each([
      ['no integration', { provider_config_key: undefined }, 400, 'missing_provider_config_key'],
      ['an unknown integration', { provider_config_key: 'unknown' }, 400, 'unknown_provider_config'],
      ['an unknown connection', { connection_id: 'unknown' }, 404, 'unknown_connection'],
      ['an unknown sync', { syncs: ['unknown'] }, 400, 'no_syncs_found'],
      ['an unknown variant', { syncs: ['items::unknown'] }, 400, 'no_syncs_found'],
      ['opts beside sync_mode', { opts: {}, sync_mode: 'incremental' }, 400, 'invalid_body'],
      ['opts beside full_resync', { opts: {}, full_resync: true }, 400, 'invalid_body'],
      ['an unknown mode', { sync_mode: 'sideways' }, 400, 'invalid_body'],
      ['an unknown key', { extra: 1 }, 400, 'invalid_body'],
      ['no syncs', { syncs: undefined }, 400, 'invalid_body'],
      ['a name of another kind', { syncs: [1] }, 400, 'invalid_body'],
    ])('refuses %s', async (_what, body, code, error) => {
      expect(errorOf(await post('/sync/trigger', { syncs: ['items'], ...body }))).toEqual([code, error]);
    });

    it('refuses a query', async () => {
      expect(errorOf(await post('/sync/trigger?syncs=items', { syncs: [] }))).toEqual([400, 'invalid_query_params']);
    });

    it('says that an integration has no syncs', async () => {
      await api.request('POST', '/integrations', {
        body: { provider: 'unauthenticated', unique_key: `empty-${integration}` },
      });
      expect(
        errorOf(
          await api.request('POST', '/sync/trigger', {
            body: { syncs: [], provider_config_key: `empty-${integration}` },
          }),
        ),
      ).toEqual([400, 'no_syncs_found']);
    });
  });

  describe('pause and start', () => {
    it('pause a sync and start it again', async () => {
      await run('items', { status: 'SUCCESS', finishedAt: new Date() });
      expect(await post('/sync/pause', { syncs: ['items'] })).toMatchObject({ status: 200, body: '' });
      expect(await statusOf('items')).toMatchObject({
        status: 'PAUSED',
        reason: 'paused_by_user',
        nextScheduledSyncAt: null,
      });
      expect(await post('/sync/start', { syncs: ['items'] })).toMatchObject({ status: 200, body: '' });
      expect(await statusOf('items')).toMatchObject({ status: 'SUCCESS', reason: null });
    });

    it('do not stop a run', async () => {
      await run('items', { status: 'RUNNING' });
      await post('/sync/pause', { syncs: ['items'] });
      expect(await statusOf('items')).toMatchObject({ status: 'RUNNING' });
    });

    it('run at once what has never run', async () => {
      await post('/sync/start', { syncs: ['manual'] });
      expect(await statusOf('manual')).toMatchObject({ status: 'RUNNING', reason: 'queued' });
    });

    it.each(['/sync/start', '/sync/pause'])('%s refuses what is unknown', async (path) => {
      expect(errorOf(await post(path, { syncs: ['unknown'] }))).toEqual([400, 'no_syncs_found']);
      expect(errorOf(await post(path, { syncs: [], connection_id: 'unknown' }))).toEqual([404, 'unknown_connection']);
      expect(errorOf(await post(path, { syncs: [], provider_config_key: 'unknown' }))).toEqual([
        400,
        'unknown_provider_config',
      ]);
      expect(errorOf(await post(path, { syncs: Array.from({ length: 257 }, () => 'items') }))).toEqual([
        400,
        'invalid_body',
      ]);
    });
  });

  describe('update-connection-frequency', () => {
    const update = (fields: object): Promise<TestAnswer> =>
      api.request('PUT', '/sync/update-connection-frequency', {
        body: { sync_name: 'items', provider_config_key: integration, connection_id: 'c1', ...fields },
      });

    it('sets a normalised frequency for the connection, and null brings the definition back', async () => {
      expect(await update({ frequency: 'every 120 minutes' })).toMatchObject({
        status: 200,
        body: { frequency: '2h' },
      });
      expect(await statusOf('items')).toMatchObject({ frequency: '2h' });
      expect(await update({ frequency: null })).toMatchObject({ status: 200, body: { frequency: 'every hour' } });
    });

    it('takes cron with a time zone', async () => {
      expect(await update({ frequency: 'cron: 0 6 * * 1-5 Europe/Paris' })).toMatchObject({
        body: { frequency: 'cron: 0 6 * * 1-5 Europe/Paris' },
      });
    });

    it.each([
      ['nonsense', { frequency: 'now and then' }, 'invalid_body'],
      ['less than 30 seconds', { frequency: 'every 5s' }, 'invalid_body'],
      ['no frequency', {}, 'invalid_body'],
      ['an unknown connection', { frequency: '1h', connection_id: 'unknown' }, 'unknown_connection'],
      ['an unknown sync', { frequency: '1h', sync_name: 'unknown' }, 'unknown_sync'],
      ['an unknown variant', { frequency: '1h', sync_variant: 'unknown' }, 'unknown_sync'],
    ])('refuses %s', async (_what, fields, code) => {
      expect(errorOf(await update(fields))).toEqual([400, code]);
    });
  });

  describe('variants', () => {
    const variant = (method: string, path: string, fields: object = {}): Promise<TestAnswer> =>
      api.request(method, `/sync/${path}`, {
        body: { provider_config_key: integration, connection_id: 'c1', ...fields },
      });

    it('are created, show up, and are deleted', async () => {
      const created = await variant('POST', 'items/variant/eu');
      expect(created).toMatchObject({ status: 200, body: { id: expect.any(String), name: 'items', variant: 'eu' } });
      expect(await status('items::eu')).toMatchObject([{ id: created.body.id, variant: 'eu', status: 'RUNNING' }]);
      expect(await variant('DELETE', 'items/variant/eu')).toMatchObject({ status: 200, body: { success: true } });
      expect(await status('items::eu')).toEqual([]);
    });

    it.each([
      ['the base', 'POST', 'items/variant/Base', {}, 400, 'invalid_variant'],
      ['deleting the base', 'DELETE', 'items/variant/base', {}, 400, 'invalid_variant'],
      ['an unknown sync', 'POST', 'unknown/variant/eu', {}, 400, 'unknown_sync'],
      [
        'an unknown integration',
        'POST',
        'items/variant/eu',
        { provider_config_key: 'unknown' },
        400,
        'unknown_provider_config',
      ],
      ['an unknown connection', 'POST', 'items/variant/eu', { connection_id: 'unknown' }, 400, 'unknown_connection'],
      ['deleting what is not there', 'DELETE', 'items/variant/eu', {}, 404, 'not_found'],
      ['a name with odd characters', 'POST', 'items/variant/e%20u', {}, 400, 'invalid_uri_params'],
      ['an unknown key', 'POST', 'items/variant/eu', { extra: 1 }, 400, 'invalid_body'],
    ])('refuse %s', async (_what, method, path, fields, code, error) => {
      expect(errorOf(await variant(method, path, fields))).toEqual([code, error]);
    });

    it('refuse one that exists, and more than a hundred', async () => {
      await variant('POST', 'items/variant/eu');
      expect(errorOf(await variant('POST', 'items/variant/eu'))).toEqual([400, 'sync_variant_already_exists']);
      const more = Array.from({ length: 99 }, (_, n) => variant('POST', `items/variant/v${n}`));
      expect((await Promise.all(more)).every((answer) => answer.status === 200)).toBe(true);
      expect(errorOf(await variant('POST', 'items/variant/one-more'))).toEqual([400, 'resource_capped']);
    }, 30_000);
  });
});
