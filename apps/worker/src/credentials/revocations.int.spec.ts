import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { json, type TokenReply } from '../../../api/src/testing/token-server.js';
import { FreshnessBed } from '../testing/freshness-bed.js';

describe('a deleted connection', () => {
  let bed: FreshnessBed;

  beforeAll(async () => {
    bed = await FreshnessBed.start();
    const own = { name: 'own-grant', alias: 'fresh-oauth', display_name: 'Own', revocation_ends: 'grant' };
    expect((await bed.api.request('POST', '/providers', { body: own })).status).toBe(201);
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  }, 60_000);

  beforeEach(() => bed.reset());

  const tag = async (id: string) =>
    await bed.query(`UPDATE connections SET tags = '{"end_user_id": "ann"}' WHERE id = $1`, (await bed.row(id))['id']);
  const remove = (id: string) => bed.api.request('DELETE', `/connections/${id}?provider_config_key=${bed.integration}`);
  const revocations = () =>
    bed.query<Record<string, any>>(
      'SELECT * FROM credential_revocations WHERE provider_config_key = $1 ORDER BY connection_id',
      bed.integration,
    );
  const finished = () =>
    bed.until('the revocations', async () => {
      const rows = await revocations();
      return rows.length > 0 && rows.every(({ finished_at }) => finished_at) ? rows : undefined;
    });

  it('is gone at once; its authorization is ended at the provider, and nothing is kept', async () => {
    await bed.connect('c');
    bed.provider.use(json(200, {}));
    expect((await remove('c')).status).toBe(200);
    expect(await finished()).toMatchObject([{ status: 'revoked', subject_sealed: null, attempts: 1 }]);
    expect(bed.provider.requests).toMatchObject([
      {
        path: '/revoke',
        form: { token: 'rt-c', token_type_hint: 'refresh_token', client_id: 'app', client_secret: 'APP-SECRET' },
      },
    ]);
  }, 60_000);

  it('is revoked later when the provider is down, also after its integration is gone', async () => {
    for (const id of ['a', 'b', 'c']) await bed.connect(id);
    bed.provider.use(json(503, {}));
    expect((await bed.api.request('DELETE', `/integrations/${bed.integration}`)).status).toBe(200);
    const [first] = await bed.until('the first attempts', async () => {
      const rows = await revocations();
      return rows.every(({ last_failure }) => last_failure) && rows.length === 3 ? rows : undefined;
    });
    expect(first).toMatchObject({ status: 'waiting', subject_sealed: expect.any(String) });
    expect(first?.['subject_sealed']).not.toMatch(/rt-a|APP-SECRET/);
    bed.provider.use(json(200, {}));
    const rows = await finished();
    expect(rows.map(({ status }) => status)).toEqual(['revoked', 'revoked', 'revoked']);
    expect(new Set(rows.map(({ batch_id }) => batch_id)).size).toBe(1);
    expect(bed.provider.requests.map(({ form }) => form['token']).sort()).toEqual(['rt-a', 'rt-b', 'rt-c']);
    const { description } = await describeBatch(rows[0]?.['batch_id']);
    expect(description).toContain('3 connections');
  }, 60_000);

  const describeBatch = async (batchId: unknown) => {
    const handle = bed.client.workflow.getHandle(`revoke-credentials-${String(batchId)}`);
    await handle.result();
    return { description: JSON.stringify((await handle.describe()).typedSearchAttributes) };
  };

  it.each<[string, TokenReply, string]>([
    ['ended already', json(400, { error: 'invalid_token' }), 'revoked'],
    ['unknown to the provider', json(404, {}), 'revoked'],
    ['refused', json(401, { error: 'invalid_client' }), 'refused'],
  ])(
    'whose authorization is %s',
    async (_, reply, status) => {
      await bed.connect('c');
      bed.provider.use(reply);
      await remove('c');
      expect(await finished()).toMatchObject([{ status, subject_sealed: null, attempts: 1 }]);
    },
    60_000,
  );

  it.each([
    ['of the catalogue', 'fresh-grant'],
    ["of the environment's own", 'own-grant'],
  ])(
    'leaves a grant alone that another connection of the same person lives by, at a provider %s',
    async (_, name) => {
      await bed.reset(name);
      const other = bed.integration;
      await bed.connect('ann-1');
      await tag('ann-1');
      await bed.reset(name);
      bed.provider.use(json(200, {}));
      for (const id of ['ann-1', 'ann-2', 'bob']) await bed.connect(id);
      await tag('ann-2');
      for (const id of ['ann-1', 'ann-2', 'bob']) expect((await remove(id)).status).toBe(200);
      expect(await finished()).toMatchObject([{ connection_key: 'bob', status: 'revoked' }]);
      // The last one takes it along.
      bed.integration = other;
      await remove('ann-1');
      expect(await finished()).toMatchObject([{ connection_key: 'ann-1', status: 'revoked' }]);
    },
    60_000,
  );

  it('keeps no credentials longer than a day', async () => {
    await bed.connect('c');
    bed.provider.use(json(503, {}));
    await remove('c');
    await bed.until('the first attempt', async () => (await revocations())[0]?.['last_failure']);
    await bed.query(
      `UPDATE credential_revocations SET created_at = now() - interval '1 day' WHERE finished_at IS NULL`,
    );
    expect(await finished()).toMatchObject([
      { status: 'given_up', subject_sealed: null, last_failure: 'provider_down' },
    ]);
  }, 60_000);

  it('is revoked as well when its environment is deleted, and refreshed no more', async () => {
    await bed.connect('c');
    const { environment_id: environmentId } = await bed.row('c');
    await bed.query(`UPDATE environments SET is_production = false WHERE id = $1`, environmentId);
    bed.provider.use(json(200, {}));
    // The last test of this file's environment: its key is gone with it.
    expect((await bed.api.asAccount('DELETE', `/environments/${String(environmentId)}`)).status).toBeLessThan(300);
    expect(await finished()).toMatchObject([{ status: 'revoked', subject_sealed: null }]);
    expect(await bed.row('c')).toMatchObject({ deleted_at: expect.any(Date), credentials_sealed: null });
  }, 60_000);
});
