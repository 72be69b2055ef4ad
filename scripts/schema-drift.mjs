/** Migrates an empty database and fails when the entities describe another schema. */
import { schemaDrift } from '@svc/database';
import { Failure, runMain } from './lib/failure.mjs';
import { withScratchDatabase } from './lib/scratch-database.mjs';

await runMain(async () => {
  const { up } = await withScratchDatabase(schemaDrift);
  if (up.length > 0)
    throw new Failure(
      `the migrations lack what the entities say (node scripts/new-migration.mjs <name> writes it):\n${up.join(';\n')}`,
    );
});
