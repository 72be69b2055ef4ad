import type { Queryable } from '../database.js';

/** When a connection is looked at next. */
export interface NextCheck {
  readonly connectionId: number;
  /** Null: not by itself. */
  readonly at: Date | null;
}

/** Outcome of a test of credentials that cannot be renewed. */
export interface CredentialTestRecord {
  readonly connectionId: number;
  /** The version that was tested; another one in the row means that the credentials were replaced meanwhile. */
  readonly version: number;
  readonly works: boolean;
  /** What the connection's `auth` entry in `errors` names when it does not. */
  readonly logId: string;
}

/** Which connections the sweep looks at. */
export class ConnectionCheckRepository {
  constructor(private readonly database: Queryable) {}

  /**
   * Takes connections that are due, the longest waiting first. They come back at `until`, in case the process that took them
   * dies; whatever is decided about them names that moment again.
   */
  async claimDue(limit: number, until: Date): Promise<number[]> {
    const { rows } = await this.database.query<{ id: number }>(
      `UPDATE connections SET next_check_at = $2
        WHERE id = ANY(ARRAY(
          SELECT id FROM connections WHERE next_check_at <= now() AND deleted_at IS NULL
           ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING id`,
      [limit, until],
    );
    return rows.map(({ id }) => id);
  }

  /** Says when connections of a claim are looked at next, unless their refresh has said so already. */
  async reschedule(checks: readonly NextCheck[], claimedUntil: Date): Promise<void> {
    if (checks.length === 0) return;
    await this.database.query(
      `UPDATE connections c SET next_check_at = n.at
         FROM unnest($1::int[], $2::timestamptz[]) AS n(id, at)
        WHERE c.id = n.id AND c.next_check_at = $3 AND c.deleted_at IS NULL`,
      [checks.map(({ connectionId }) => connectionId), checks.map(({ at }) => at), claimedUntil],
    );
  }

  /** Marks a connection or takes its mark away. Answers whether that changed anything. */
  async recordTest({ connectionId, version, works, logId }: CredentialTestRecord, tx: Queryable): Promise<boolean> {
    const { rowCount } = await tx.query(
      `UPDATE connections
          SET errors = COALESCE((SELECT jsonb_agg(entry) FROM jsonb_array_elements(errors) entry
                                  WHERE entry->>'type' <> 'auth'), '[]'::jsonb)
                || CASE WHEN $3 THEN '[]'::jsonb
                        ELSE jsonb_build_array(jsonb_build_object('type', 'auth', 'log_id', $4::text)) END
        WHERE id = $1 AND credentials_version = $2 AND deleted_at IS NULL AND (errors @> '[{"type": "auth"}]') = $3`,
      [connectionId, version, works, logId],
    );
    return rowCount === 1;
  }
}
