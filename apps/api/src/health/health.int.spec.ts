import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, LocalServer, type TestDatabase } from '@svc/testing';
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
    const api = await ApiUnderTest.startOn(testDatabase.url);
    expect(await api.request('GET', '/health', { key: '' })).toMatchObject({ status: 200, body: { result: 'ok' } });
    await api.close();
  });

  it('is ready with PostgreSQL alone, and shows what is degraded', async () => {
    const runner = await LocalServer.start((_request, response) => response.end('{}'));
    const api = await ApiUnderTest.startOn(testDatabase.url, { RUNNER_URL: runner.url });
    expect(await api.request('GET', '/ready', { key: '' })).toMatchObject({
      status: 200,
      body: { result: 'ok', checks: { postgres: 'ok', migrations: 'ok', temporal: 'degraded', runner: 'ok' } },
    });
    await api.close();
    await runner.close();
  });

  it('shows metrics to whoever has the token of the operator, and to nobody without one', async () => {
    const token = 'a-token-of-the-operator';
    const api = await ApiUnderTest.startOn(testDatabase.url, { METRICS_TOKEN: token });
    const metrics = await fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(metrics.status).toBe(200);
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=/);
    const text = await metrics.text();
    expect(text).toContain('gateway_temporal_commands_waiting{process="api"} 0');
    expect(text).toContain('process_resident_memory_bytes');
    expect((await api.request('GET', '/metrics')).status).toBe(401);
    await api.close();
    const without = await ApiUnderTest.startOn(testDatabase.url);
    expect(await without.request('GET', '/metrics')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
    await without.close();
  });

  it('is not ready while migrations are missing', async () => {
    const api = await ApiUnderTest.startOn(testDatabase.url);
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
