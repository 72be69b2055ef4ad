import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorOf, SyncsUnderTest } from '../testing/syncs-under-test.js';

const HOUR_MS = 3_600_000;

describe('/sync/status', () => {
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

  describe('status', () => {
    it('shows the instances of a new connection: running at once with autoStart, paused without', async () => {
      expect(await syncs.status()).toMatchObject([
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
      await syncs.run('items', {
        status: 'RUNNING',
        reason: 'throttled',
        results: { Item: { added: 2, updated: 1, deleted: 0 } },
      });
      const entry = await syncs.statusOf('items');
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
      await syncs.run('items', {
        status: runStatus,
        reason,
        finishedAt: '2026-01-02T03:04:05.000Z',
        error: { message: 'the cause' },
      });
      expect(await syncs.statusOf('items')).toMatchObject({
        status: expected,
        reason,
        finishedAt: '2026-01-02T03:04:05.000Z',
      });
    });

    it('says what failed', async () => {
      await syncs.run('items', {
        status: 'ERROR',
        reason: 'function_error',
        finishedAt: new Date(),
        error: { type: 'function_error', name: 'TypeError', message: 'x is not a function', stack: 'at line 3' },
      });
      expect((await syncs.statusOf('items')).latestError).toEqual({
        type: 'function_error',
        name: 'TypeError',
        message: 'x is not a function',
      });
    });

    it('reckons the next start within one interval', async () => {
      const { nextScheduledSyncAt } = await syncs.statusOf('items');
      const inMs = Date.parse(nextScheduledSyncAt) - Date.now();
      expect(inMs).toBeGreaterThan(0);
      expect(inMs).toBeLessThanOrEqual(HOUR_MS);
    });

    it('leaves out names that do not exist, and takes names with variants', async () => {
      expect(await syncs.status('items,unknown')).toMatchObject([{ name: 'items' }]);
      expect(await syncs.status('items::other')).toEqual([]);
    });

    it('shows every connection when none is named', async () => {
      await syncs.connect('c2');
      const answer = await syncs.api.request(
        'GET',
        `/sync/status?syncs=items&provider_config_key=${syncs.integration}`,
      );
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
      expect(
        errorOf(await syncs.api.request('GET', `/sync/status?${query.replace('KEY', syncs.integration)}`)),
      ).toEqual([400, code]);
    });
  });
});
