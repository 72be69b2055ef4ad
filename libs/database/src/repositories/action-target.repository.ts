import type { Queryable } from '../database.js';
import type { ConnectionBrief } from './connection-access.repository.js';
import type { PublishedFunction } from './function.repository.js';

/** What a call of an action names. */
export interface ActionAddress {
  readonly environmentId: number;
  readonly providerConfigKey: string;
  readonly connectionId: string;
  readonly actionName: string;
}

/** A published action, in brief. */
export type ActionBrief = Pick<PublishedFunction, 'name' | 'enabled' | 'versionId' | 'scriptHash'>;

/** What of an {@link ActionAddress} there is. */
export interface FoundActionTarget extends ConnectionBrief {
  readonly action: ActionBrief | undefined;
}

interface Row {
  integrationId: number;
  uniqueKey: string;
  provider: string;
  connectionNumber: number | null;
  connectionId: string;
  tags: NonNullable<ConnectionBrief['connection']>['tags'];
  name: string | null;
  enabled: boolean;
  versionId: string;
  scriptHash: string;
}

/** The hot path of actions: a connection and an action in one query, without the action's schemas. */
export class ActionTargetRepository {
  constructor(private readonly database: Queryable) {}

  /** Undefined when the integration is unknown. */
  async find(address: ActionAddress): Promise<FoundActionTarget | undefined> {
    const { rows } = await this.database.lookUp<Row>(
      `SELECT i.id AS "integrationId", i.unique_key AS "uniqueKey", i.provider,
              c.id AS "connectionNumber", c.connection_id AS "connectionId", c.tags,
              f.name, f.enabled, v.id AS "versionId", v.script_hash AS "scriptHash"
         FROM integrations i
         LEFT JOIN connections c ON c.integration_id = i.id AND c.connection_id = $3 AND c.deleted_at IS NULL
         LEFT JOIN (functions f JOIN function_versions v ON v.id = f.current_version_id)
                ON f.integration_id = i.id AND f.type = 'action' AND f.name = $4 AND f.deleted_at IS NULL
        WHERE i.environment_id = $1 AND i.unique_key = $2 AND i.deleted_at IS NULL`,
      [address.environmentId, address.providerConfigKey, address.connectionId, address.actionName],
    );
    return rows[0] && targetOf(rows[0]);
  }
}

const targetOf = ({ connectionNumber, name, ...row }: Row): FoundActionTarget => ({
  integration: { id: row.integrationId, uniqueKey: row.uniqueKey, provider: row.provider },
  connection:
    connectionNumber === null ? undefined : { id: connectionNumber, connectionId: row.connectionId, tags: row.tags },
  action:
    name === null ? undefined : { name, enabled: row.enabled, versionId: row.versionId, scriptHash: row.scriptHash },
});
