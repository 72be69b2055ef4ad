/** A migrated database on a PostgreSQL of its own, which goes when the work is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMigrations } from '@svc/database';
import { freePort } from './ports.mjs';
import { startPostgres } from './postgres.mjs';

/** @param work gets the address of the database. */
export const withScratchDatabase = async (work) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-scratch-'));
  const postgres = await startPostgres({
    // Below a folder of its own, which another user than root may then own.
    dataDir: path.join(folder, 'postgres'),
    port: await freePort(),
    password: 'scratch',
    logFile: path.join(folder, 'postgres.log'),
    settings: { fsync: 'off' },
  });
  try {
    const url = postgres.url('postgres');
    await runMigrations(url);
    return await work(url);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
