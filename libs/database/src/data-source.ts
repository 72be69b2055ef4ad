import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { ENTITIES } from './entities.js';
import { MIGRATIONS } from './migrations.js';
import { SnakeNamingStrategy } from './snake-naming-strategy.js';

export interface DataSourceOptions {
  /** `postgres://user:password@host:port/database` */
  readonly url: string;
  /** Most connections that this process opens. */
  readonly poolSize: number;
  /** Shown by PostgreSQL in `pg_stat_activity`. */
  readonly applicationName: string;
}

/** A TypeORM data source over the gateway's entities. Tables come from migrations only, never from `synchronize`. */
export function createDataSource({ url, poolSize, applicationName }: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    // A connection that breaks while it is in use fails its query; the event, if nobody listened, would end the process.
    extra: { onConnect: (client: Client) => void client.on('error', () => undefined) },
    applicationName,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'schema_migrations',
    namingStrategy: new SnakeNamingStrategy(),
    installExtensions: false,
    uuidExtension: 'pgcrypto',
  });
}
