import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('health', () => {
  let testDatabase: TestDatabase;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });

  afterAll(async () => {
    await testDatabase.drop();
  });

  it('answers without a key', async () => {
    const api = await ApiUnderTest.start(testDatabase.url);
    expect(await api.request('GET', '/health', { key: '' })).toMatchObject({ status: 200, body: { result: 'ok' } });
    await api.close();
  });

  it('is ready with PostgreSQL alone, and shows what is degraded', async () => {
    const runner = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
    await new Promise((resolve) => runner.once('listening', resolve));
    const { port } = runner.address() as AddressInfo;
    const api = await ApiUnderTest.start(testDatabase.url, { RUNNER_URL: `http://127.0.0.1:${port}` });
    expect(await api.request('GET', '/ready', { key: '' })).toMatchObject({
      status: 200,
      body: { result: 'ok', checks: { postgres: 'ok', migrations: 'ok', temporal: 'degraded', runner: 'ok' } },
    });
    await api.close();
    runner.closeAllConnections();
    runner.close();
  });

  it('is not ready while migrations are missing', async () => {
    const api = await ApiUnderTest.start(testDatabase.url);
    await api.database.query(`UPDATE schema_migrations SET name = 'x' || name`);
    expect(await api.request('GET', '/ready', { key: '' })).toMatchObject({
      status: 503,
      body: { error: { code: 'service_unavailable', payload: { checks: { postgres: 'ok', migrations: 'pending' } } } },
    });
    await api.database.query(`UPDATE schema_migrations SET name = substr(name, 2)`);
    expect((await api.request('GET', '/ready')).status).toBe(200);
    await api.close();
  });
});
