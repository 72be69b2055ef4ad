import type { Queryable } from '../database.js';
import { MIGRATIONS } from '../migrations.js';

/** What has been migrated. */
export class MigrationRepository {
  constructor(private readonly database: Queryable) {}

  /** Names of the migrations that this build knows and the database has not seen. */
  async listPending(): Promise<string[]> {
    const { rows } = await this.database.query<{ name: string }>('SELECT name FROM schema_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return MIGRATIONS.map((Migration) => new Migration().name).filter((name) => !applied.has(name));
  }
}
