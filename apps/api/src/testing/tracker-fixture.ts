import type { FunctionDefinition } from '@svc/contracts';
import { randomUUID } from 'node:crypto';
import type { ApiUnderTest } from './api-under-test.js';

export const TRACKER = 'tracker';

/** A function as a test deploys it. */
export interface TrackerFunction {
  readonly name: string;
  readonly type?: 'action' | 'sync';
  readonly enabled?: boolean;
  readonly definition?: Partial<FunctionDefinition>;
}

/** The integration `tracker` with functions, as bare rows: their scripts never run. */
export async function createTracker(api: ApiUnderTest, functions: readonly TrackerFunction[]): Promise<void> {
  await api.database.query(
    `INSERT INTO integrations (environment_id, unique_key, provider, display_name)
     SELECT id, $1, 'private-api-bearer', 'Tracker' FROM environments WHERE name = 'dev'`,
    [TRACKER],
  );
  for (const { name, type = 'action', enabled = true, definition = {} } of functions) {
    await api.database.query(
      `WITH function AS (
         INSERT INTO functions (environment_id, integration_id, type, name, enabled)
         SELECT environment_id, id, $2, $3, $4 FROM integrations WHERE unique_key = $1 RETURNING id)
       INSERT INTO function_versions (function_id, deployment_id, script_hash, source_code, definition)
       SELECT id, gen_random_uuid(), 'abc', '', $5 FROM function`,
      [
        TRACKER,
        type,
        name,
        enabled,
        JSON.stringify({ input: null, models: [], endpoints: [], schemas: {}, ...definition }),
      ],
    );
  }
  await api.database.query(
    'UPDATE functions f SET current_version_id = v.id FROM function_versions v WHERE v.function_id = f.id',
  );
}

/** A new connection to it; answers its id. */
export async function connectTracker(api: ApiUnderTest): Promise<string> {
  const connectionId = `ann-${randomUUID()}`;
  await api.database.query(
    `INSERT INTO connections (environment_id, integration_id, connection_id)
     SELECT environment_id, id, $1 FROM integrations WHERE unique_key = $2`,
    [connectionId, TRACKER],
  );
  return connectionId;
}
