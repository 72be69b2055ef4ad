import { loadConfig } from '@svc/config';
import { AccountBootstrap, EnvironmentsService, WebhookSigningKeys, type DevelopmentAccount } from '@svc/domain';
import { SecretBox } from '@svc/crypto';
import { Database } from '@svc/database';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import { createApp } from '../app.js';

/** What a test sends. `body` goes out as JSON unless it is text or bytes. */
export interface TestRequest {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** The real API on a free port, with an account of its own. */
export class ApiUnderTest {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: Database,
    readonly url: string,
    readonly account: DevelopmentAccount,
    private readonly ownDatabase?: TestDatabase,
  ) {}

  /** On a database of its own, which goes with it. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ApiUnderTest> {
    const ownDatabase = await createTestDatabase();
    return await ApiUnderTest.bringUp(ownDatabase.url, settings, ownDatabase);
  }

  /** On a database that others use too. */
  static async startOn(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): Promise<ApiUnderTest> {
    return await ApiUnderTest.bringUp(databaseUrl, settings);
  }

  private static async bringUp(
    databaseUrl: string,
    settings: Readonly<Record<string, string>>,
    ownDatabase?: TestDatabase,
  ): Promise<ApiUnderTest> {
    const config = loadConfig({
      NODE_ENV: 'development',
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_NETWORK: 'true',
      // Nothing listens there, unless a test brings its own.
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      RUNNER_URL: 'http://127.0.0.1:9',
      RATE_LIMIT_PER_MINUTE: '0',
      ...settings,
    });
    const app = await createApp(config);
    // A port of its own choice, for a PUBLIC_URL that browsers can reach.
    await app.listen(Number(settings['PORT'] ?? 0), '127.0.0.1');
    const database = app.get(Database);
    const secrets = app.get(SecretBox);
    const environments = new EnvironmentsService(database, secrets);
    const bootstrap = new AccountBootstrap(database, environments, new WebhookSigningKeys(database, secrets));
    const account = await bootstrap.ensure(`account-${randomUUID()}`, 'dev', {});
    const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
    return new ApiUnderTest(app, database, url, account, ownDatabase);
  }

  /** Sends a request; `key` defaults to the environment's. An empty key sends none. */
  async request(
    method: string,
    path: string,
    { key = this.account.secretKey, headers, body }: TestRequest = {},
  ): Promise<TestAnswer> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
    return { status: answer.status, headers: answer.headers, body: isJson && text !== '' ? JSON.parse(text) : text };
  }

  /** As {@link request}, with the account's key. */
  async asAccount(method: string, path: string, body?: unknown): Promise<TestAnswer> {
    return await this.request(method, path, { key: this.account.accountKey, body });
  }

  /** The database is gone, with all connections to it. */
  async loseDatabase(): Promise<void> {
    await this.ownDatabase?.drop();
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.ownDatabase?.drop();
  }
}
