import { createDataSource } from './data-source.js';

/** Any number: it only has to be the same in every process that migrates. */
const MIGRATION_LOCK = 725_310_001;

/** Brings the schema up to date. Safe to call from several processes at once: an advisory lock lets one work. */
export async function runMigrations(url: string): Promise<string[]> {
  const dataSource = await createDataSource({ url, poolSize: 2, applicationName: 'gateway-migrations' }).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    return applied.map((migration) => migration.name);
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

/** Statements that would make a migrated database equal to the entities, and those that would undo them. */
export interface SchemaDrift {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** What the migrations lack; empty when they make what the entities say. */
export async function schemaDrift(url: string): Promise<SchemaDrift> {
  const dataSource = await createDataSource({ url, poolSize: 1, applicationName: 'gateway-drift' }).initialize();
  try {
    const { upQueries, downQueries } = await dataSource.driver.createSchemaBuilder().log();
    return { up: upQueries.map(({ query }) => query), down: downQueries.map(({ query }) => query).reverse() };
  } finally {
    await dataSource.destroy();
  }
}
