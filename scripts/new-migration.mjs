/**
 * Writes what the entities say and the migrations lack as a further migration, to be read, then kept:
 *
 *     npm run build && node scripts/new-migration.mjs add-labels
 */
import { writeFileSync } from 'node:fs';
import { schemaDrift } from '@svc/database';
import { Failure, runMain } from './lib/failure.mjs';
import { inRoot } from './lib/paths.mjs';
import { withScratchDatabase } from './lib/scratch-database.mjs';

const statement = (sql) => `    await runner.query(\`${sql.trim().replaceAll('`', '\\`')}\`);`;

const render = (className, { up, down }) => `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className} implements MigrationInterface {
  readonly name = '${className}';

  async up(runner: QueryRunner): Promise<void> {
${up.map(statement).join('\n')}
  }

  async down(runner: QueryRunner): Promise<void> {
${down.map(statement).join('\n')}
  }
}
`;

await runMain(async () => {
  const [name] = process.argv.slice(2);
  if (!/^[a-z]+(-[a-z0-9]+)*$/.test(name ?? ''))
    throw new Failure('Name the migration in kebab-case: node scripts/new-migration.mjs add-labels.');
  const drift = await withScratchDatabase(schemaDrift);
  if (drift.up.length === 0) throw new Failure('The migrations make what the entities say already.');
  const stamp = Date.now();
  const className = `${name.replace(/(^|-)(\w)/g, (_, __, letter) => letter.toUpperCase())}${stamp}`;
  const file = `libs/database/src/migrations/${stamp}-${name}.ts`;
  writeFileSync(inRoot(file), render(className, drift));
  console.log(`Wrote ${file}. Read it, then add ${className} to libs/database/src/migrations.ts.`);
});
