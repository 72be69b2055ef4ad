import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestAnswer } from '../testing/api-under-test.js';
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

  describe('update-connection-frequency', () => {
    const update = (fields: object): Promise<TestAnswer> =>
      syncs.api.request('PUT', '/sync/update-connection-frequency', {
        body: { sync_name: 'items', provider_config_key: syncs.integration, connection_id: 'c1', ...fields },
      });

    it('sets a normalised frequency for the connection, and null brings the definition back', async () => {
      expect(await update({ frequency: 'every 120 minutes' })).toMatchObject({
        status: 200,
        body: { frequency: '2h' },
      });
      expect(await syncs.statusOf('items')).toMatchObject({ frequency: '2h' });
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
      syncs.api.request(method, `/sync/${path}`, {
        body: { provider_config_key: syncs.integration, connection_id: 'c1', ...fields },
      });

    it('are created, show up, and are deleted', async () => {
      const created = await variant('POST', 'items/variant/eu');
      expect(created).toMatchObject({ status: 200, body: { id: expect.any(String), name: 'items', variant: 'eu' } });
      expect(await syncs.status('items::eu')).toMatchObject([
        { id: created.body.id, variant: 'eu', status: 'RUNNING' },
      ]);
      expect(await variant('DELETE', 'items/variant/eu')).toMatchObject({ status: 200, body: { success: true } });
      expect(await syncs.status('items::eu')).toEqual([]);
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
