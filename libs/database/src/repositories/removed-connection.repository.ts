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
}
