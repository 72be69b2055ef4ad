import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testEnvironment } from './test-environment.js';

/** A database that one test file has for itself. */
export interface TestDatabase {
  readonly url: string;
  /** Removes it, also while connections are open. */
  drop(): Promise<void>;
}

const withDatabaseName = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

const onServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: testEnvironment().databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Any number: the same in all workers, so that one of them migrates the template. */
const TEMPLATE_LOCK = 725_310_002;

const ensureTemplate = async (client: pg.Client, template: string): Promise<void> => {
  await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [
      template,
    ]);
    if (rowCount) return;
    // Not yet marked as a template: made by a worker that failed half way.
    await client.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${template}`);
    // Loaded when it is needed: tests without a database use the other helpers of this package.
    const { runMigrations } = await import('@svc/database');
    await runMigrations(withDatabaseName(testEnvironment().databaseUrl, template));
    await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
};

/** A migrated, empty database: a clone of a template that each test run migrates once. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const { databaseUrl, runId } = testEnvironment();
  const template = `gateway_test_${runId}_template`;
  const name = `gateway_test_${runId}_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    await ensureTemplate(client, template);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  return {
    url: withDatabaseName(databaseUrl, name),
    drop: () => onServer(async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
};
