import type { Database } from '@svc/database';
import { randomUUID } from 'node:crypto';

/** A connection of an integration of an environment of an account, as bare rows: what a test of one area stands on. */
export interface Tenant {
  readonly accountId: number;
  readonly environmentId: number;
  readonly integrationId: number;
  /** Internal id. */
  readonly connectionId: number;
}

/** Makes a tenant of its own, so that tests of one file do not meet. */
export async function createTenant(database: Database): Promise<Tenant> {
  const { rows } = await database.query<Tenant>(
    `WITH account AS (INSERT INTO accounts (name) VALUES ($1) RETURNING id),
     environment AS (
       INSERT INTO environments (account_id, name, webhook_signing_key_sealed) SELECT id, 'test', 'sealed' FROM account RETURNING id
     ),
     integration AS (
       INSERT INTO integrations (environment_id, unique_key, provider, display_name)
       SELECT id, 'api', 'unauthenticated', 'API' FROM environment RETURNING id
     ),
     connection AS (
       INSERT INTO connections (environment_id, integration_id, connection_id)
       SELECT environment.id, integration.id, 'customer-1' FROM environment, integration RETURNING id
     )
     SELECT account.id AS "accountId", environment.id AS "environmentId", integration.id AS "integrationId",
            connection.id AS "connectionId"
       FROM account, environment, integration, connection`,
    [`account-${randomUUID()}`],
  );
  const [tenant] = rows;
  if (!tenant) throw new Error('The tenant was not created.');
  return tenant;
}
