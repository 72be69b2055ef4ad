import type { Queryable } from '../database.js';
import {
  FOUND_COLUMNS,
  foundConnectionOf,
  type FoundConnectionRow,
  type JoinedRow,
} from './connection-access.repository.js';

/** Connections that are about to be deleted. */
export type RemovedConnections = { readonly connectionId: number } | { readonly integrationId: number };

/** Reads connections in the transaction that deletes them, so that nobody changes their credentials in between. */
export class RemovedConnectionRepository {
  /** A page by number, with all secrets, locked. */
  async hold(
    connections: RemovedConnections,
    afterId: number,
    limit: number,
    tx: Queryable,
  ): Promise<FoundConnectionRow[]> {
    const [column, value] =
      'connectionId' in connections ? ['id', connections.connectionId] : ['integration_id', connections.integrationId];
    const { rows } = await tx.query<JoinedRow>(
      `SELECT ${FOUND_COLUMNS}
         FROM connections c JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
        WHERE c.${column} = $1 AND c.id > $2 AND c.deleted_at IS NULL
        ORDER BY c.id LIMIT $3 FOR NO KEY UPDATE OF c`,
      [value, afterId, limit],
    );
    return rows.map(foundConnectionOf);
  }

  /**
   * Those of a page whose person has another connection in the environment, at one of these providers, that stays: one with the
   * same id, or with the same tag `end_user_id`.
   */
  async sharing(
    ids: readonly number[],
    connections: RemovedConnections,
    providers: readonly string[],
    tx: Queryable,
  ): Promise<number[]> {
    const removedIntegration = 'integrationId' in connections ? connections.integrationId : null;
    const stays = `o.environment_id = d.environment_id AND o.deleted_at IS NULL AND o.id <> d.id
      AND ($2::int IS NULL OR o.integration_id <> $2)
      AND EXISTS (SELECT 1 FROM integrations i WHERE i.id = o.integration_id AND i.deleted_at IS NULL AND i.provider = ANY($3))`;
    const { rows } = await tx.query<{ id: number }>(
      `SELECT d.id FROM connections d
        WHERE d.id = ANY($1)
          AND (EXISTS (SELECT 1 FROM connections o WHERE o.connection_id = d.connection_id AND ${stays})
            OR (d.tags ? 'end_user_id' AND EXISTS (
                  SELECT 1 FROM connections o
                   WHERE o.tags @> jsonb_build_object('end_user_id', d.tags -> 'end_user_id') AND ${stays})))`,
      [ids, removedIntegration, providers],
    );
    return rows.map(({ id }) => id);
  }
}
