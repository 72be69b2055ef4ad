import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { FastifyInstance } from 'fastify';
import { Agent, request } from 'node:http';
import { createApp } from '../app.js';
import { loadConfig } from '@svc/config';

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(async () => {
  await testDatabase.drop();
});

it('lets requests that run end, and keeps no connection for another one', async () => {
  const app = await createApp(
    loadConfig({
      NODE_ENV: 'development',
      DATABASE_URL: testDatabase.url,
      LOG_LEVEL: 'silent',
      TEMPORAL_ADDRESS: '127.0.0.1:9',
    }),
  );
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
  let end = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    fastify.get('/slow', { config: { access: { kind: 'public' } } }, async () => {
      resolve();
      await new Promise<void>((release) => (end = release));
      return { result: 'done' };
    });
  });
  await app.listen(0, '127.0.0.1');

  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    request(`${urlOf(fastify)}/slow`, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve({ status: response.statusCode, connection: response.headers.connection }));
    })
      .once('error', reject)
      .end();
  });
  await started;
  const closed = app.close();
  while (fastify.server.listening) await new Promise((resolve) => setImmediate(resolve));
  end();
  expect(await answer).toEqual({ status: 200, connection: 'close' });
  await closed;
  agent.destroy();
});

function urlOf(fastify: FastifyInstance): string {
  const address = fastify.server.address();
  if (address === null || typeof address === 'string') throw new Error('The API does not listen.');
  return `http://127.0.0.1:${address.port}`;
}
