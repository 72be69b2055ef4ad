import type { Queryable } from '../database.js';
import type { ConnectionRow } from './connection-access.repository.js';

/** Which connections are listed; all of it must match. */
export interface ConnectionFilter {
  readonly environmentId: number;
  readonly connectionId?: string | undefined;
  /** Part of the connection id or of the end user's name or e-mail, in any case. */
  readonly search?: string | undefined;
  readonly integrationKeys?: readonly string[] | undefined;
  readonly endUserId?: string | undefined;
  readonly endUserOrganizationId?: string | undefined;
  readonly tags?: Readonly<Record<string, string>> | undefined;
}

export type ListedConnectionRow = Pick<
  ConnectionRow,
  'id' | 'connectionId' | 'errors' | 'endUser' | 'tags' | 'metadata' | 'createdAt'
> & { readonly provider: string; readonly providerConfigKey: string };

export interface ConnectionPage {
  readonly limit: number;
  readonly offset: number;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const FROM = 'FROM connections c JOIN integrations i ON i.id = c.integration_id';

/** Lists of connections. */
export class ConnectionListRepository {
  constructor(private readonly database: Queryable) {}

  /** Newest first. */
  async list(filter: ConnectionFilter, { limit, offset }: ConnectionPage): Promise<ListedConnectionRow[]> {
    const { sql, values } = conditionOf(filter);
    const { rows } = await this.database.query<ListedConnectionRow>(
      `SELECT c.id, c.connection_id AS "connectionId", c.errors, c.end_user AS "endUser", c.tags, c.metadata,
              c.created_at AS "createdAt", i.provider, i.unique_key AS "providerConfigKey"
         ${FROM} WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
      values,
    );
    return rows;
  }

  async count(filter: ConnectionFilter): Promise<number> {
    const { sql, values } = conditionOf(filter);
    const { rows } = await this.database.query<{ total: number }>(
      `SELECT count(*)::int AS total ${FROM} WHERE ${sql}`,
      values,
    );
    return rows[0]?.total ?? 0;
  }
}

function conditionOf(filter: ConnectionFilter): Condition {
  const parts = ['c.deleted_at IS NULL', 'i.deleted_at IS NULL'];
  const values: unknown[] = [];
  /** `?` stands for the value. */
  const add = (sql: string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    parts.push(sql.replaceAll('?', `$${values.length}`));
  };
  add('c.environment_id = ?', filter.environmentId);
  add('c.connection_id = ?', filter.connectionId);
  add('i.unique_key = ANY(?)', filter.integrationKeys);
  add('c.tags @> ?::jsonb', filter.tags && JSON.stringify(filter.tags));
  add(
    `(c.tags @> jsonb_build_object('end_user_id', ?::text) OR c.end_user @> jsonb_build_object('id', ?::text))`,
    filter.endUserId,
  );
  add(
    `(c.tags @> jsonb_build_object('organization_id', ?::text)
      OR c.end_user @> jsonb_build_object('organization', jsonb_build_object('id', ?::text)))`,
    filter.endUserOrganizationId,
  );
  add(
    `(strpos(lower(c.connection_id), lower(?)) > 0 OR strpos(lower(c.end_user->>'display_name'), lower(?)) > 0
      OR strpos(lower(c.end_user->>'email'), lower(?)) > 0 OR strpos(lower(c.tags->>'end_user_display_name'), lower(?)) > 0
      OR strpos(lower(c.tags->>'end_user_email'), lower(?)) > 0)`,
    filter.search,
  );
  return { sql: parts.join(' AND '), values };
}
