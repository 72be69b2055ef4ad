import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadConfig } from '@svc/config';
import { UPSTREAM_META_HEADER } from '@svc/contracts';
import { Database } from '@svc/database';
import { CredentialVault, EnvironmentVariablesService, OperationLog, RunTokens, type RunClaims } from '@svc/domain';
import { createTenant, createTestDatabase, LocalServer, waitFor, type Tenant, type TestDatabase } from '@svc/testing';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createWorkerApp } from '../app.js';

const HOUR_MS = 3_600_000;

describe('the internal run API', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;
  let database: Database;
  let upstream: LocalServer;
  let url: string;
  let tenant: Tenant;
  let run: Omit<RunClaims, 'exp'>;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    app = await createWorkerApp(
      loadConfig({
        NODE_ENV: 'development',
        DATABASE_URL: testDatabase.url,
        LOG_LEVEL: 'silent',
        ALLOW_PRIVATE_NETWORK: 'true',
        TEMPORAL_ADDRESS: '127.0.0.1:9',
        RUNNER_URL: 'http://127.0.0.1:9',
      }),
    );
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
    database = app.get(Database);
    upstream = await LocalServer.start((request, response) => {
      response.writeHead(418, { 'X-Name': 'a', 'set-cookie': ['one', 'two'], 'content-type': 'text/plain' });
      response.end(`${request.method} ${request.url}`);
    });
  }, 60_000);

  afterAll(async () => {
    await app?.close();
    await upstream?.close();
    await testDatabase?.drop();
  });

  beforeEach(async () => {
    tenant = await createTenant(database);
    const sealed = app.get(CredentialVault, { strict: false }).sealConnection({ type: 'NONE' });
    await database.query(`UPDATE connections SET credentials_sealed = $2, connection_config = $3 WHERE id = $1`, [
      tenant.connectionId,
      sealed,
      JSON.stringify({ baseUrl: upstream.url }),
    ]);
    run = await openRun();
  });

  /** A sync of the tenant with an open run. */
  const openRun = async (): Promise<Omit<RunClaims, 'exp'>> => {
    const operation = app
      .get(OperationLog, { strict: false })
      .start({ environmentId: tenant.environmentId, type: 'sync' });
    const { rows } = await database.query<{ syncId: string; runId: string }>(
      `WITH function AS (INSERT INTO functions (environment_id, integration_id, type, name) VALUES ($1, $2, 'sync', 'items') RETURNING id),
       script AS (INSERT INTO scripts (environment_id, hash, code, source_map) VALUES ($1, 'the-hash', 'code', NULL)),
       version AS (INSERT INTO function_versions (function_id, deployment_id, script_hash, source_code, definition) SELECT id, gen_random_uuid(), 'the-hash', '', '{}' FROM function RETURNING id),
       sync AS (INSERT INTO syncs (environment_id, integration_id, connection_id, function_id, name) SELECT $1, $2, $3, id, 'items' FROM function RETURNING id)
       INSERT INTO sync_runs (sync_id, function_version_id, workflow_id, temporal_run_id, operation_id, epoch) SELECT sync.id, version.id, 'w', 'r', $4, 3 FROM sync, version
       RETURNING id AS "runId", sync_id AS "syncId"`,
      [tenant.environmentId, tenant.integrationId, tenant.connectionId, operation.id],
    );
    const [row] = rows;
    if (!row) throw new Error('no run');
    const { environmentId, integrationId, connectionId } = tenant;
    return {
      ...row,
      kind: 'sync',
      epoch: 3,
      environmentId,
      integrationId,
      connectionId,
      providerConfigKey: 'api',
      connectionKey: 'customer-1',
      functionName: 'items',
      syncName: 'items',
      variant: 'base',
      operationId: operation.id,
    };
  };

  const token = (claims: Partial<RunClaims> = {}, validForMs = HOUR_MS): string =>
    app.get(RunTokens, { strict: false }).sign({ ...run, ...claims }, validForMs);
  const call = async (
    method: string,
    path: string,
    { body, bearer = token() }: { body?: unknown; bearer?: string } = {},
  ) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined,
    };
  };

  describe('lets nobody in', () => {
    it.each([
      ['without a token', () => ''],
      ['with nonsense', () => 'nonsense'],
      ['with a forged token', () => `${token().split('.')[0]}.${'A'.repeat(43)}`],
      ['with a token that has expired', () => token({}, -1_000)],
    ])('%s', async (_what, bearer) => {
      for (const path of [
        '/run/checkpoint',
        '/run/connection',
        '/run/environment-variables',
        '/run/scripts/the-hash',
      ]) {
        expect(await call('GET', path, { bearer: bearer() })).toMatchObject({
          status: 401,
          body: { error: { code: 'invalid_run_token' } },
        });
      }
    });
  });

  describe('keeps environments apart', () => {
    it('when a script is asked for', async () => {
      expect(await call('GET', '/run/scripts/the-hash')).toMatchObject({
        status: 200,
        body: { code: 'code', sourceMap: null },
      });
      const other = await createTenant(database);
      expect(
        await call('GET', '/run/scripts/the-hash', { bearer: token({ environmentId: other.environmentId }) }),
      ).toMatchObject({ status: 404 });
    });

    it('when a connection is asked for', async () => {
      expect(await call('GET', '/run/connection')).toMatchObject({
        status: 200,
        body: { connection_id: 'customer-1', provider_config_key: 'api', credentials: { type: 'NONE' } },
      });
      const other = await createTenant(database);
      await database.query(`UPDATE connections SET connection_id = 'theirs' WHERE id = $1`, [other.connectionId]);
      expect(await call('GET', '/run/connection?connection_id=theirs')).toMatchObject({
        status: 400,
        body: { error: { code: 'unknown_connection' } },
      });
    });
  });

  describe('checkpoint', () => {
    it('is read, saved from the version that is known, and cleared', async () => {
      expect(await call('GET', '/run/checkpoint')).toMatchObject({
        status: 200,
        body: { checkpoint: null, version: 0 },
      });
      expect(await call('PUT', '/run/checkpoint', { body: { checkpoint: { page: 2 }, version: 0 } })).toMatchObject({
        status: 200,
        body: { version: 1 },
      });
      expect(await call('GET', '/run/checkpoint')).toMatchObject({ body: { checkpoint: { page: 2 }, version: 1 } });
      expect(await call('PUT', '/run/checkpoint', { body: { checkpoint: { page: 3 }, version: 0 } })).toMatchObject({
        status: 409,
        body: { error: { code: 'checkpoint_conflict' } },
      });
      expect(await call('DELETE', '/run/checkpoint')).toMatchObject({ status: 200, body: { version: 2 } });
    });

    it('is not moved by an attempt that was given up', async () => {
      const late = token({ epoch: 2 });
      expect(
        await call('PUT', '/run/checkpoint', { body: { checkpoint: {}, version: 0 }, bearer: late }),
      ).toMatchObject({ status: 409, body: { error: { code: 'run_superseded' } } });
      expect(await call('DELETE', '/run/checkpoint', { bearer: late })).toMatchObject({
        status: 409,
        body: { error: { code: 'run_superseded' } },
      });
    });

    it.each([{ nested: {} }, { at: 'a\0b' }, { at: '\ud800' }, { 'a\0': 1 }])(
      'takes flat values that can be stored only: not %j',
      async (checkpoint) => {
        expect(await call('PUT', '/run/checkpoint', { body: { checkpoint, version: 0 } })).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_body' } },
        });
      },
    );
  });

  it('passes calls on and streams the answer, with its status and headers beside it', async () => {
    const odd = { method: 'get', endpoint: '/tea', connectionId: '\0' };
    expect(await call('POST', '/run/proxy', { body: odd })).toMatchObject({ status: 400 });
    const answer = await call('POST', '/run/proxy', { body: { method: 'get', endpoint: '/tea', params: { pot: 1 } } });
    const meta = JSON.parse(Buffer.from(answer.headers.get(UPSTREAM_META_HEADER) ?? '', 'base64').toString());
    expect(answer).toMatchObject({ status: 200, text: 'GET /tea?pot=1' });
    expect(meta).toMatchObject({ status: 418, headers: { 'x-name': 'a', 'set-cookie': ['one', 'two'] } });
  });

  it('says so when the provider gives no answer', async () => {
    const answer = await call('POST', '/run/proxy', {
      body: { method: 'GET', endpoint: '/', baseUrlOverride: 'http://127.0.0.1:9' },
    });
    expect(answer).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unreachable', payload: { code: 'ECONNREFUSED' } } },
    });
  });

  it.each(['nowhere', 'http://', 'ftp://127.0.0.1/x', '//127.0.0.1', 'http://127.0.0.1:99999'])(
    'refuses a base address that is none: %j',
    async (baseUrlOverride) => {
      const body = { method: 'GET', endpoint: '/tea', baseUrlOverride };
      expect(await call('POST', '/run/proxy', { body })).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_body', message: expect.stringContaining('baseUrlOverride') } },
      });
    },
  );

  it('takes an empty base address for none', async () => {
    const body = { method: 'GET', endpoint: '/tea', baseUrlOverride: '' };
    expect(await call('POST', '/run/proxy', { body })).toMatchObject({ status: 200, text: 'GET /tea' });
  });

  it('calls any address without credentials, and says so when there is no answer', async () => {
    const answer = await call('POST', '/run/fetch', {
      body: { method: 'PUT', url: `${upstream.url}/tea?a=b`, data: 'x' },
    });
    const meta = JSON.parse(Buffer.from(answer.headers.get(UPSTREAM_META_HEADER) ?? '', 'base64').toString());
    expect(answer).toMatchObject({ status: 200, text: 'PUT /tea?a=b' });
    expect(meta).toMatchObject({ status: 418, headers: { 'x-name': 'a' } });
    expect(await call('POST', '/run/fetch', { body: { method: 'GET', url: 'http://127.0.0.1:9' } })).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unreachable', payload: { code: 'ECONNREFUSED' } } },
    });
    expect(await call('POST', '/run/fetch', { body: { method: 'GET', url: 'file:///etc/passwd' } })).toMatchObject({
      status: 400,
    });
  });

  it('starts the syncs that a function names, of its own environment only', async () => {
    const body = { provider_config_key: 'api', connection_id: 'customer-1', sync: 'items', reset: true };
    expect(await call('POST', '/run/syncs/trigger', { body })).toMatchObject({ status: 204 });
    const { rows } = await database.query<{ trigger: string }>(
      `SELECT pending_trigger AS trigger FROM syncs WHERE id = $1`,
      [run.syncId],
    );
    expect(rows).toEqual([{ trigger: 'reset' }]);
    expect(await call('POST', '/run/syncs/start', { body: { ...body, sync: 'others' } })).toMatchObject({
      status: 400,
      body: { error: { code: 'no_syncs_found' } },
    });
    const other = await createTenant(database);
    expect(
      await call('POST', '/run/syncs/trigger', { body, bearer: token({ environmentId: other.environmentId }) }),
    ).toMatchObject({ status: 400, body: { error: { code: 'no_syncs_found' } } });
  });

  it('gives a lock to one run of the environment at a time', async () => {
    const other = token({ runId: randomUUID() });
    const acquire = async (bearer: string, ttl_ms = 60_000) =>
      (await call('POST', '/run/locks/acquire', { body: { key: 'k', ttl_ms }, bearer })).body;
    const release = async (bearer: string) =>
      (await call('POST', '/run/locks/release', { body: { key: 'k' }, bearer })).body;
    const bearer = token();
    expect(await acquire(bearer)).toEqual({ acquired: true });
    expect(await acquire(bearer, 1)).toEqual({ acquired: true });
    await waitFor('the end of the lock', 10_000, async () => (await acquire(other)).acquired);
    expect(await acquire(bearer)).toEqual({ acquired: false });
    expect(await release(bearer)).toEqual({ released: false });
    const { environmentId } = await createTenant(database);
    expect(await acquire(token({ environmentId }))).toEqual({ acquired: true });
    expect(await call('POST', '/run/locks/release-all', { bearer: other })).toMatchObject({ status: 204 });
    expect(await acquire(bearer)).toEqual({ acquired: true });
    expect(await release(bearer)).toEqual({ released: true });
    const unstorable = { key: 'a\0', ttl_ms: 1 };
    expect(await call('POST', '/run/locks/acquire', { body: unstorable })).toMatchObject({ status: 400 });
  });

  it('notes that a function wants to run again: one that follows the creation of a connection, and only while it runs', async () => {
    const invoke = async (event: string): Promise<string> => {
      const { rows } = await database.query<{ id: string }>(
        `INSERT INTO function_invocations (environment_id, connection_id, function_version_id, function_name, event, operation_id, status, attempt)
         SELECT $1, $2, function_version_id, 'watch', $3, gen_random_uuid(), 'running', 2 FROM sync_runs WHERE id = $4 RETURNING id`,
        [tenant.environmentId, tenant.connectionId, event, run.runId],
      );
      return rows[0]?.id ?? '';
    };
    const again = async (runId: string, at: string, epoch = 2) =>
      (await call('POST', '/run/again', { body: { at }, bearer: token({ kind: 'on-event', runId, epoch }) })).status;
    const id = await invoke('post-connection-creation');
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    expect(await again(id, tomorrow)).toBe(204);
    expect((await database.query('SELECT again_at FROM function_invocations WHERE id = $1', [id])).rows).toEqual([
      { again_at: new Date(tomorrow) },
    ]);
    expect(await again(id, tomorrow, 1)).toBe(400);
    expect(await again(id, '2020-01-01T00:00:00Z')).toBe(400);
    expect(await again(await invoke('pre-connection-deletion'), tomorrow)).toBe(400);
  });

  it('replaces and merges metadata', async () => {
    expect(await call('GET', '/run/metadata')).toMatchObject({ status: 200, body: {} });
    expect(await call('PUT', '/run/metadata', { body: { a: 1, b: { c: 2 } } })).toMatchObject({ status: 204 });
    expect(await call('PATCH', '/run/metadata', { body: { b: 3 } })).toMatchObject({ status: 204 });
    expect((await call('GET', '/run/metadata')).body).toEqual({ a: 1, b: 3 });
    expect(await call('PUT', '/run/metadata', { body: [1] })).toMatchObject({ status: 400 });
    expect(await call('PATCH', '/run/metadata', { body: { a: '\0' } })).toMatchObject({ status: 400 });
    expect(await call('GET', '/run/connection?connection_id=%00')).toMatchObject({ status: 400 });
  });

  it('answers the integration and the environment variables', async () => {
    expect(await call('GET', '/run/integration?include=webhook')).toMatchObject({
      status: 200,
      body: { data: { unique_key: 'api', webhook_url: expect.stringMatching(/\/webhook\/[0-9a-f-]{36}\/api$/) } },
    });
    expect(await call('GET', '/run/environment-variables')).toMatchObject({ status: 200, body: [] });
  });

  it('puts log lines into the operation of the run', async () => {
    const message = `line ${randomUUID()}`;
    const lines = [{ at: new Date().toISOString(), level: 'info', message }];
    expect(await call('POST', '/run/logs', { body: { lines, dropped: 2 } })).toMatchObject({ status: 204 });
    await app.get(OperationLog, { strict: false }).flush();
    const { rows } = await database.query<{ message: string }>(
      'SELECT message FROM log_lines WHERE operation_id = $1 ORDER BY level',
      [run.operationId],
    );
    expect(rows.map((row) => row.message)).toEqual([message, expect.stringContaining('2 lines were dropped')]);
  });

  it('hides the values of environment variables from the log', async () => {
    const variables = app.get(EnvironmentVariablesService, { strict: false });
    await variables.set(run.environmentId, { name: 'API_SECRET', value: 'hunter2-and-more' });
    const marker = randomUUID();
    const payload = { marker, url: 'https://example.com/?key=hunter2-and-more' };
    const lines = [{ at: new Date().toISOString(), level: 'info', message: 'uses hunter2-and-more', payload }];
    expect(await call('POST', '/run/logs', { body: { lines } })).toMatchObject({ status: 204 });
    await app.get(OperationLog, { strict: false }).flush();
    const { rows } = await database.query(
      `SELECT message, payload FROM log_lines WHERE operation_id = $1 AND payload->>'marker' = $2`,
      [run.operationId, marker],
    );
    expect(rows).toEqual([{ message: 'uses ***', payload: { marker, url: 'https://example.com/?key=***' } }]);
  });

  it('hides them in the addresses that functions call too', async () => {
    const variables = app.get(EnvironmentVariablesService, { strict: false });
    await variables.set(run.environmentId, { name: 'HOOK', value: 'T0/B1/secret-path' });
    const url = `${upstream.url}/hooks/T0/B1/secret-path`;
    expect(await call('POST', '/run/fetch', { body: { method: 'POST', url } })).toMatchObject({ status: 200 });
    await app.get(OperationLog, { strict: false }).flush();
    const { rows } = await database.query('SELECT message FROM log_lines WHERE operation_id = $1', [run.operationId]);
    expect(rows).toEqual([{ message: `POST ${upstream.url}/hooks/***: 418` }]);
  });

  it('deletes nothing for a run over a window, which sees a part of what is there', async () => {
    const save = async (id: string, bearer: string) =>
      await fetch(`${url}/run/records/save?model=Item`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/x-ndjson' },
        body: JSON.stringify({ id }),
      });
    const track = (what: 'start' | 'end', bearer: string) =>
      call('POST', `/run/records/tracking/${what}?model=Item`, { body: {}, bearer });
    const window = token({ isWindow: true });
    await save('outside', token());
    expect((await track('start', window)).status).toBe(200);
    await save('inside', window);
    expect(await track('end', window)).toMatchObject({ status: 200, text: '{"deletedKeys":[]}' });
    // Nor does it end what the sync itself tracks.
    await track('start', token());
    await save('inside', token());
    await track('end', window);
    expect((await track('end', token())).text).toBe('{"deletedKeys":["outside"]}');
  });
});
