import type { Queryable } from '../database.js';

/** What the Schedule of a sync is made from. */
export interface SyncScheduleRow {
  readonly syncId: string;
  readonly name: string;
  readonly variant: string;
  readonly frequency: string | null;
  readonly offsetMs: number;
  readonly paused: boolean;
  readonly environmentName: string;
  readonly providerConfigKey: string;
  /** The connection's id as customers know it. */
  readonly connectionKey: string;
  readonly tags: Record<string, string>;
  /** Nothing was changed about it since it was created. */
  readonly isNew: boolean;
}

/** A sync that is due again and again, as the watchdog sees it. */
export interface WatchedSync {
  readonly syncId: string;
  readonly frequency: string | null;
  readonly offsetMs: number;
  /** Start of its latest run, or its latest change when that was later. */
  readonly activeAt: Date;
  /** A run of it is open or was asked for, or none may begin. */
  readonly isBusy: boolean;
}

const SELECT_LIVE = `
  SELECT s.id AS "syncId", s.name, s.variant, s.frequency, s.offset_ms AS "offsetMs", s.paused,
         e.name AS "environmentName", i.unique_key AS "providerConfigKey", c.connection_id AS "connectionKey", c.tags,
         s.created_at = s.updated_at AS "isNew"
    FROM syncs s
    JOIN connections c ON c.id = s.connection_id AND c.deleted_at IS NULL
    JOIN integrations i ON i.id = s.integration_id
    JOIN environments e ON e.id = s.environment_id AND e.deleted_at IS NULL
   WHERE s.deleted_at IS NULL`;

/** The rows that Temporal's Schedules follow. */
export class SyncScheduleRepository {
  constructor(private readonly database: Queryable) {}

  /** Undefined when the sync, its connection or its environment is gone: then there must be no Schedule either. */
  async find(syncId: string): Promise<SyncScheduleRow | undefined> {
    const { rows } = await this.database.query<SyncScheduleRow>(`${SELECT_LIVE} AND s.id = $1`, [syncId]);
    return rows[0];
  }

  /** Every sync that must have a Schedule, in pages by id. */
  async page(afterId: string | undefined, limit: number): Promise<SyncScheduleRow[]> {
    const { rows } = await this.database.query<SyncScheduleRow>(
      `${SELECT_LIVE} AND ($1::uuid IS NULL OR s.id > $1) ORDER BY s.id LIMIT $2`,
      [afterId ?? null, limit],
    );
    return rows;
  }

  /** Which of these syncs were ones of this database. Another installation's may be in the same namespace. */
  async filterKnown(syncIds: readonly string[]): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(`SELECT id FROM syncs WHERE id::text = ANY($1)`, [
      syncIds,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Syncs whose requested run has not begun although the request is older than `olderThanMs` and nothing about them waits. */
  async findForgottenTriggers(olderThanMs: number, limit: number): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      `SELECT s.id FROM syncs s
        WHERE s.pending_trigger IS NOT NULL AND s.deleted_at IS NULL
          AND s.pending_trigger_at < now() - $1 * interval '1 millisecond'
          AND NOT EXISTS (SELECT 1 FROM sync_runs r WHERE r.sync_id = s.id AND r.status = 'RUNNING')
          AND NOT EXISTS (SELECT 1 FROM temporal_commands t WHERE t.key = 'sync:' || s.id)
        ORDER BY random() LIMIT $2`,
      [olderThanMs, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** What the rows say about when syncs last did something. */
  async watched(syncIds: readonly string[]): Promise<WatchedSync[]> {
    const { rows } = await this.database.query<WatchedSync>(
      `SELECT s.id AS "syncId", s.frequency, s.offset_ms AS "offsetMs", greatest(s.updated_at, r.started_at) AS "activeAt",
              NOT f.enabled OR s.pending_trigger IS NOT NULL OR coalesce(r.status = 'RUNNING', false) AS "isBusy"
         FROM syncs s JOIN functions f ON f.id = s.function_id
         LEFT JOIN LATERAL (SELECT x.started_at, x.status FROM sync_runs x WHERE x.sync_id = s.id AND (x.time_window IS NULL OR x.status = 'RUNNING')
                             ORDER BY x.started_at DESC LIMIT 1) r ON true
        WHERE s.id = ANY($1)`,
      [syncIds],
    );
    return rows;
  }
}
