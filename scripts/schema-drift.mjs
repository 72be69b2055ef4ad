/** Migrates an empty database and fails when the entities describe another schema. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMigrations, schemaDrift } from '@svc/database';
import { Failure, runMain } from './lib/failure.mjs';
import { freePort } from './lib/ports.mjs';
import { startPostgres } from './lib/postgres.mjs';

await runMain(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-drift-'));
  const postgres = await startPostgres({
    // Below a folder of its own, which another user than root may then own.
    dataDir: path.join(folder, 'postgres'),
    port: await freePort(),
    password: 'drift',
    logFile: path.join(folder, 'postgres.log'),
    settings: { fsync: 'off' },
  });
  try {
    const url = postgres.url('postgres');
    await runMigrations(url);
    const statements = await schemaDrift(url);
    if (statements.length > 0)
      throw new Failure(`the migrations lack what the entities say:\n${statements.join(';\n')}`);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
