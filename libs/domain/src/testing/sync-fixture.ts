import type { Database } from '@svc/database';
import { createTenant, type Tenant } from '@svc/testing';
import { randomUUID } from 'node:crypto';

/** A deployed sync in an integration of its own, as bare rows. */
export interface SyncFixture extends Tenant {
  readonly functionId: number;
  readonly versionId: string;
}

const DEFINITION = {
  description: 'A sync of a test',
  scopes: [],
  runs: 'every hour',
  autoStart: true,
  trackDeletes: false,
  syncType: null,
  models: ['Item'],
  input: null,
  endpoints: [],
  webhookSubscriptions: [],
  features: [],
  schemas: {},
  event: null,
  attributes: {},
  sdkVersion: null,
};

/** Makes a tenant with a published sync `items`; its connection has no instance of it yet. */
export async function createSyncFixture(
  database: Database,
  definition: Partial<typeof DEFINITION> = {},
): Promise<SyncFixture> {
  const tenant = await createTenant(database);
  return { ...tenant, ...(await publishSync(database, tenant, 'items', definition)) };
}

/** Publishes another sync in a tenant's integration. */
export async function publishSync(
  database: Database,
  { environmentId, integrationId }: Pick<Tenant, 'environmentId' | 'integrationId'>,
  name: string,
  definition: Partial<typeof DEFINITION> = {},
): Promise<{ functionId: number; versionId: string }> {
  const { rows } = await database.query<{ functionId: number; versionId: string }>(
    `WITH function AS (
       INSERT INTO functions (environment_id, integration_id, type, name) VALUES ($1, $2, 'sync', $3) RETURNING id
     ), version AS (
       INSERT INTO function_versions (function_id, deployment_id, script_hash, source_code, definition)
       SELECT id, $4, 'hash', '', $5 FROM function RETURNING id, function_id
     )
     SELECT function_id AS "functionId", id AS "versionId" FROM version`,
    [environmentId, integrationId, name, randomUUID(), JSON.stringify({ ...DEFINITION, ...definition })],
  );
  const [published] = rows;
  if (!published) throw new Error('The sync was not published.');
  await database.query('UPDATE functions SET current_version_id = $2 WHERE id = $1', [
    published.functionId,
    published.versionId,
  ]);
  return published;
}
