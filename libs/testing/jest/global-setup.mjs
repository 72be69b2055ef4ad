/**
 * Brings up what integration and end-to-end tests share: one PostgreSQL for all of Jest's workers. With
 * TEST_DATABASE_URL set (a role that may create databases) that server is used instead.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';

/** Data of tests need not survive a crash. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '500' };

/** A run that is interrupted never gets to its teardown. */
const stopWithJest = (postgres, folder) => {
  process.once('exit', () => {
    if (!globalThis.gatewayTestRun) return;
    postgres.child.kill('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
};

export default async () => {
  // Jest calls this once for each of its projects.
  if (globalThis.gatewayTestRun) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-test-'));
  chmodSync(folder, 0o755);
  process.env.GATEWAY_TEST_RUN = randomBytes(4).toString('hex');
  globalThis.gatewayTestRun = { folder };
  if (process.env.TEST_DATABASE_URL) return;
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    port: await freePort(),
    password: 'test',
    logFile: path.join(folder, 'postgres.log'),
    settings: FAST,
  });
  process.env.TEST_DATABASE_URL = postgres.url('postgres');
  globalThis.gatewayTestRun.postgres = postgres;
  stopWithJest(postgres, folder);
};
