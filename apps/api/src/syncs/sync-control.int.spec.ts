import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorOf, SyncsUnderTest } from '../testing/syncs-under-test.js';

describe('/sync', () => {
  let syncs: SyncsUnderTest;

  beforeAll(async () => {
    syncs = await SyncsUnderTest.start();
  }, 60_000);

  afterAll(async () => {
    await syncs?.stop();
  });

  beforeEach(async () => {
    await syncs.reset();
  });

  describe('trigger', () => {
    it('answers 200 with an empty body although Temporal is down, and the run is asked for', async () => {
      await syncs.run('items', { status: 'SUCCESS', finishedAt: new Date() });
      expect(await syncs.post('/sync/trigger', { syncs: ['items'] })).toMatchObject({ status: 200, body: '' });
      expect(await syncs.statusOf('items')).toMatchObject({ status: 'RUNNING', reason: 'queued' });
    });

    it('takes as many names as fit, while start and pause take 256', async () => {
      const names = Array.from({ length: 257 }, () => 'items');
      expect(await syncs.post('/sync/trigger', { syncs: names })).toMatchObject({ status: 200 });
      expect(errorOf(await syncs.post('/sync/trigger', { syncs: [...names, 'unknown'] }))).toEqual([
        400,
        'no_syncs_found',
      ]);
      for (const path of ['/sync/start', '/sync/pause'])
        expect(errorOf(await syncs.post(path, { syncs: names }))).toEqual([400, 'invalid_body']);
    });

    it('takes integration and connection from the headers too', async () => {
      const headers = { 'provider-config-key': syncs.integration, 'connection-id': 'c1' };
      expect(
        await syncs.api.request('POST', '/sync/trigger', { headers, body: { syncs: [{ name: 'manual' }] } }),
      ).toMatchObject({ status: 200 });
      expect(await syncs.statusOf('manual')).toMatchObject({ status: 'RUNNING', reason: 'queued' });
    });

    it.each([{ opts: { reset: true } }, { sync_mode: 'full_refresh' }, { full_resync: true }])(
      'stops what runs and forgets checkpoint and date with %j',
      async (mode) => {
        await syncs.run('items', { status: 'RUNNING' });
        await syncs.api.database.query(`UPDATE syncs SET checkpoint = '{"page": 3}', last_sync_date = now()`);
        expect(await syncs.post('/sync/trigger', { syncs: ['items'], ...mode })).toMatchObject({ status: 200 });
        expect(await syncs.statusOf('items')).toMatchObject({
          status: 'RUNNING',
          reason: 'queued',
          checkpoint: null,
          type: 'INITIAL',
          latestExecutionStatus: 'STOPPED',
        });
      },
    );

    it('keeps the checkpoint without reset, whatever emptyCache says', async () => {
      await syncs.api.database.query(`UPDATE syncs SET checkpoint = '{"page": 3}'`);
      await syncs.post('/sync/trigger', { syncs: ['items'], opts: { emptyCache: true } });
      expect(await syncs.statusOf('items')).toMatchObject({ checkpoint: { page: 3 } });
    });

    it('empties the cache with reset and emptyCache', async () => {
      await syncs.api.database.query(
        `WITH stream AS (INSERT INTO record_streams (environment_id, connection_id, model, last_seq, live_count)
           SELECT environment_id, id, 'Item', 2, 2 FROM connections WHERE connection_id = 'c1' AND integration_id = (SELECT id FROM integrations WHERE unique_key = $1) RETURNING id)
         INSERT INTO records (stream_id, external_id, seq, payload, payload_bytes, first_seen_at, last_modified_at)
         SELECT id, n::text, n, '{}', 2, now(), now() FROM stream, generate_series(1, 2) AS n`,
        [syncs.integration],
      );
      expect(await syncs.statusOf('items')).toMatchObject({ recordCount: { Item: 2 } });
      await syncs.post('/sync/trigger', { syncs: ['items'], sync_mode: 'full_refresh_and_clear_cache' });
      expect(await syncs.statusOf('items')).toMatchObject({ recordCount: { Item: 0 } });
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
      expect(errorOf(await syncs.post('/sync/trigger', { syncs: ['items'], ...body }))).toEqual([code, error]);
    });

    it('refuses a query', async () => {
      expect(errorOf(await syncs.post('/sync/trigger?syncs=items', { syncs: [] }))).toEqual([
        400,
        'invalid_query_params',
      ]);
    });

    it('says that an integration has no syncs', async () => {
      await syncs.api.request('POST', '/integrations', {
        body: { provider: 'unauthenticated', unique_key: `empty-${syncs.integration}` },
      });
      expect(
        errorOf(
          await syncs.api.request('POST', '/sync/trigger', {
            body: { syncs: [], provider_config_key: `empty-${syncs.integration}` },
          }),
        ),
      ).toEqual([400, 'no_syncs_found']);
    });
  });

  describe('pause and start', () => {
    it('pause a sync and start it again', async () => {
      await syncs.run('items', { status: 'SUCCESS', finishedAt: new Date() });
      expect(await syncs.post('/sync/pause', { syncs: ['items'] })).toMatchObject({ status: 200, body: '' });
      expect(await syncs.statusOf('items')).toMatchObject({
        status: 'PAUSED',
        reason: 'paused_by_user',
        nextScheduledSyncAt: null,
      });
      expect(await syncs.post('/sync/start', { syncs: ['items'] })).toMatchObject({ status: 200, body: '' });
      expect(await syncs.statusOf('items')).toMatchObject({ status: 'SUCCESS', reason: null });
    });

    it('do not stop a run', async () => {
      await syncs.run('items', { status: 'RUNNING' });
      await syncs.post('/sync/pause', { syncs: ['items'] });
      expect(await syncs.statusOf('items')).toMatchObject({ status: 'RUNNING' });
    });

    it('run at once what has never run', async () => {
      await syncs.post('/sync/start', { syncs: ['manual'] });
      expect(await syncs.statusOf('manual')).toMatchObject({ status: 'RUNNING', reason: 'queued' });
    });

    it.each(['/sync/start', '/sync/pause'])('%s refuses what is unknown', async (path) => {
      expect(errorOf(await syncs.post(path, { syncs: ['unknown'] }))).toEqual([400, 'no_syncs_found']);
      expect(errorOf(await syncs.post(path, { syncs: [], connection_id: 'unknown' }))).toEqual([
        404,
        'unknown_connection',
      ]);
      expect(errorOf(await syncs.post(path, { syncs: [], provider_config_key: 'unknown' }))).toEqual([
        400,
        'unknown_provider_config',
      ]);
      expect(errorOf(await syncs.post(path, { syncs: Array.from({ length: 257 }, () => 'items') }))).toEqual([
        400,
        'invalid_body',
      ]);
    });
  });
});
