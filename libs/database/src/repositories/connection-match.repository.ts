import type { Queryable } from '../database.js';

/** A way in which the connections of an event may be found. */
export interface WantedConnection {
  /** Number of the event among those that are asked for together. */
  readonly event: number;
  /** The lowest rank that finds any decides. */
  readonly rank: number;
  readonly column: 'connection_id' | 'connection_config' | 'metadata';
  /** A connection id, or what the column must contain. */
  readonly value: string | Readonly<Record<string, unknown>>;
}

/** A connection that an event is for. */
export interface MatchedConnection {
  readonly event: number;
  readonly rank: number;
  /** Internal id. */
  readonly id: number;
  /** As the customer knows it. */
  readonly connectionId: string;
}

/** Finds the connections that webhooks are for. Deleted ones are nobody's. */
export class ConnectionMatchRepository {
  constructor(private readonly database: Queryable) {}

  /** By indexes, for all events at once. */
  async find(integrationId: number, wanted: readonly WantedConnection[]): Promise<MatchedConnection[]> {
    if (wanted.length === 0) return [];
    const { rows } = await this.database.query<MatchedConnection>(FIND, [integrationId, JSON.stringify(wanted)]);
    return rows;
  }

  /** Metadata of a connection, by the id that the customer knows. */
  async metadataOf(integrationId: number, connectionId: string): Promise<Readonly<Record<string, unknown>> | null> {
    const { rows } = await this.database.query<{ metadata: Record<string, unknown> | null }>(
      'SELECT metadata FROM connections WHERE integration_id = $1 AND connection_id = $2 AND deleted_at IS NULL',
      [integrationId, connectionId],
    );
    return rows[0]?.metadata ?? null;
  }
}

const by = (column: string, condition: string): string => `
  SELECT DISTINCT w.event, w.rank, c.id, c.connection_id AS "connectionId"
    FROM wanted w JOIN connections c ON c.integration_id = $1 AND c.deleted_at IS NULL AND ${condition}
   WHERE w."column" = '${column}'`;

const FIND = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2::json) AS t(event integer, rank integer, "column" text, value jsonb))
  ${by('connection_id', "c.connection_id = w.value #>> '{}'")}
  UNION ALL ${by('connection_config', 'c.connection_config @> w.value')}
  UNION ALL ${by('metadata', 'c.metadata @> w.value')}`;
