import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { createApp } from '../app.js';

/** Routes that anyone may call. A new one must be added here on purpose. */
const PUBLIC_ROUTES = [
  /^GET \/health$/,
  /^GET \/ready$/,
  // Needs the operator's token, which is no key of an account.
  /^GET \/metrics$/,
  /^GET \/providers\.json$/,
  /^GET \/packages(\/|$)/,
  /^GET \/images\//,
  // The hosted page and its files; what it shows needs a session.
  /^GET \/connect$/,
  /^GET \/connect\/assets\/:file$/,
  /^OPTIONS \*$/,
  // What a browser opens: the service checks session or cookie, and answers with a page.
  /^GET \/oauth\/connect\/:/,
  /^GET \/(oauth\/callback|app-auth\/connect)$/,
  /^GET \/oauth\/callback\/page\.(js|css)$/,
  // What authorization servers read about a client.
  /^GET \/oauth\/client-metadata\//,
  // Providers call it; what they sign is checked.
  /^(GET|HEAD|POST) \/webhook\/:/,
  // Pages send it as they close; the token of the session stands in the body.
  /^POST \/connect\/telemetry$/,
];

describe('every route of the router', () => {
  let testDatabase: TestDatabase;
  let app: NestFastifyApplication;
  const routes: RouteOptions[] = [];

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    app = await createApp(loadConfig({ NODE_ENV: 'development', DATABASE_URL: testDatabase.url, LOG_LEVEL: 'silent' }));
    const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
    fastify.addHook('onRoute', (route) => void routes.push(route));
    await app.init();
    await fastify.ready();
  });

  afterAll(async () => {
    await app.close();
    await testDatabase.drop();
  });

  const named = () =>
    routes.flatMap((route) =>
      [route.method].flat().map((method) => ({ name: `${method} ${route.url}`, access: route.config?.access, route })),
    );

  it('has been seen', () => {
    const names = named().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GET /health', 'POST /environments', 'GET /environment-variables']));
  });

  it('has a rule about who may call it', () => {
    expect(
      named()
        .filter(({ access }) => access === undefined)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('needs a scope, unless it is public on purpose', () => {
    const open = named()
      .filter(({ access }) => access?.kind === 'public')
      .map(({ name }) => name);
    expect(
      open.filter((name) => !PUBLIC_ROUTES.some((allowed) => allowed.test(name.replace(/^HEAD /, 'GET ')))),
    ).toEqual([]);
  });

  it('bounds the body that it takes, unless it streams it', () => {
    expect(
      named()
        .filter(({ route }) => route.bodyLimit === undefined)
        .map(({ name }) => name),
    ).toEqual([]);
  });
});
