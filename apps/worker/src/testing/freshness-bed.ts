import { loadConfig } from '@svc/config';
import { DEFAULT_RENEWAL_TIMING } from '@svc/domain';
import { createTestDatabase, startTestTemporal, waitFor, type TestDatabase, type TestTemporal } from '@svc/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from '@temporalio/client';
import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiUnderTest, type TestAnswer } from '../../../api/src/testing/api-under-test.js';
import { rotating, TokenServer } from '../../../api/src/testing/token-server.js';
import { bundleWorkflows } from '../../../../workflows/test/bundle-workflows.js';
import { quietLogger } from '../../../../workflows/test/quiet-logger.js';
import { createWorkerApp } from '../app.js';
import { ACTIVITIES, type ActivitySet } from '../temporal/activities.js';

/** What takes minutes and hours takes moments here. */
const SHORT = {
  requestMs: 500,
  unsentRetryMs: [],
  cooldownMs: 300,
  retry: { initialMs: 500, maxMs: 1_000 },
  outage: { connections: 3, windowMs: 60_000, firstProbeMs: 400, longestProbeMs: 800 },
  revocation: { initialMs: 300, maxMs: 1_000, giveUpMs: 60_000, budgetMs: 5_000 },
};

const definitions = (url: string): Record<string, string> => ({
  'fresh-oauth': `
display_name: Fresh
docs: https://example.com
auth_mode: OAUTH2
authorization_url: https://example.com/authorize
token_url: ${url}/token
revocation_url: ${url}/revoke
proxy: {base_url: 'https://example.com'}
`,
  'fresh-grant': `
alias: fresh-oauth
display_name: Grant
docs: https://example.com
revocation_ends: grant
`,
  'fresh-key': `
display_name: Key
docs: https://example.com
auth_mode: API_KEY
proxy:
  base_url: ${url}
  headers: {x-api-key: '\${apiKey}'}
  verification: {method: GET, endpoints: [/me]}
`,
});

export type Row = Readonly<Record<string, unknown>>;

/** API and worker over one database, a real Temporal server, and a provider that does as it is told. */
export class FreshnessBed {
  integration = '';
  private readonly stops: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly api: ApiUnderTest,
    readonly worker: NestFastifyApplication,
    readonly provider: TokenServer,
    readonly client: Client,
  ) {}

  static async start(): Promise<FreshnessBed> {
    Object.assign(DEFAULT_RENEWAL_TIMING, SHORT);
    const [testDatabase, temporal, provider] = await Promise.all([
      createTestDatabase(),
      startTestTemporal(),
      TokenServer.start(),
    ]);
    const folder = await mkdtemp(path.join(tmpdir(), 'gateway-providers-'));
    for (const [name, yaml] of Object.entries(definitions(provider.url)))
      await writeFile(path.join(folder, `${name}.yaml`), yaml);
    const settings = { TEMPORAL_ADDRESS: temporal.address, PROVIDERS_DIR: folder };
    const api = await ApiUnderTest.startOn(testDatabase.url, settings);
    const worker = await startWorker(testDatabase, settings);
    const bed = new FreshnessBed(api, worker, provider, await temporal.client());
    await bed.poll(temporal);
    await bed.pauseSweeps();
    bed.stops.push(
      () => bed.client.connection.close(),
      () => worker.close(),
      () => api.close(),
      () => temporal.stop(),
      () => testDatabase.drop(),
      () => provider.close(),
      () => rm(folder, { recursive: true }),
    );
    return bed;
  }

  async stop(): Promise<void> {
    for (const stop of this.stops) await stop();
  }

  /** A new integration, so that tests do not meet, with a provider that works. */
  async reset(provider = 'fresh-oauth'): Promise<void> {
    this.integration = `api-${randomUUID()}`;
    const body = {
      provider,
      unique_key: this.integration,
      ...(provider !== 'fresh-key' && { credentials: { client_id: 'app', client_secret: 'APP-SECRET' } }),
    };
    await this.api.request('POST', '/integrations', { body });
    await this.api.database.query('TRUNCATE provider_outages');
    // What earlier tests left behind is looked at by nobody any more.
    await this.api.database.query('UPDATE connections SET next_check_at = NULL, refresh_trouble_id = NULL');
    this.provider.use(rotating());
  }

  /** @param expiresInMs of its access token; it has none where undefined. */
  async connect(id: string, expiresInMs?: number): Promise<TestAnswer> {
    const expires_at = expiresInMs === undefined ? undefined : new Date(Date.now() + expiresInMs).toISOString();
    const credentials = { type: 'OAUTH2', access_token: 'at-0', refresh_token: `rt-${id}`, expires_at };
    return await this.importConnection(id, credentials);
  }

  async importConnection(connection_id: string, credentials: object): Promise<TestAnswer> {
    const body = { provider_config_key: this.integration, connection_id, credentials };
    return await this.api.request('POST', '/connections', { body });
  }

  async get(id: string, query = ''): Promise<TestAnswer> {
    return await this.api.request('GET', `/connections/${id}?provider_config_key=${this.integration}${query}`);
  }

  async query<R extends Row>(sql: string, ...values: unknown[]): Promise<R[]> {
    return (await this.api.database.query<R>(sql, values)).rows;
  }

  async row(id: string): Promise<Record<string, any>> {
    const [row] = await this.query<Record<string, any>>(
      `SELECT c.* FROM connections c JOIN integrations i ON i.id = c.integration_id
        WHERE i.unique_key = $1 AND c.connection_id = $2 ORDER BY c.id DESC`,
      this.integration,
      id,
    );
    if (!row) throw new Error(`There is no connection ${id}.`);
    return row;
  }

  /** What customers would be told about a connection, oldest first. */
  async events(id: string): Promise<Row[]> {
    const { id: number } = await this.row(id);
    const rows = await this.query<{ payload: Row }>(
      'SELECT payload FROM webhook_events WHERE connection_id = $1 ORDER BY created_at',
      number,
    );
    return rows.map(({ payload }) => payload);
  }

  async until<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
    return await waitFor(what, 30_000, async () => (await ask()) || undefined);
  }

  /** Tests sweep when they want to. */
  private async pauseSweeps(): Promise<void> {
    const schedule = this.client.schedule.getHandle('refresh-sweep');
    await this.until('the schedule', () =>
      schedule.pause().then(
        () => true,
        () => undefined,
      ),
    );
  }

  private async poll(temporal: TestTemporal): Promise<void> {
    Runtime.install({ shutdownSignals: [], logger: quietLogger });
    const connection = await NativeConnection.connect({ address: temporal.address });
    const poller = await Worker.create({
      connection,
      taskQueue: 'system',
      workflowBundle: await bundleWorkflows(),
      activities: this.worker.get<ActivitySet>(ACTIVITIES).system ?? {},
    });
    const ended = poller.run();
    this.stops.push(async () => {
      poller.shutdown();
      await ended;
      await connection.close();
    });
  }
}

async function startWorker({ url }: TestDatabase, settings: Record<string, string>): Promise<NestFastifyApplication> {
  const app = await createWorkerApp(
    loadConfig({
      NODE_ENV: 'development',
      DATABASE_URL: url,
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_NETWORK: 'true',
      RUNNER_URL: 'http://127.0.0.1:9',
      ...settings,
    }),
  );
  await app.init();
  return app;
}
