import type { Queryable } from '../database.js';

/** An instance of a sync, in brief. */
export interface SyncRow {
  readonly syncId: string;
  readonly environmentId: number;
  readonly connectionId: number;
  readonly functionId: number;
  readonly name: string;
  readonly variant: string;
  readonly frequency: string | null;
  readonly offsetMs: number;
  readonly paused: boolean;
  readonly pauseReason: string | null;
  /** Models that the published version writes. */
  readonly models: readonly string[];
  /** Frequency of the published definition. */
  readonly definedFrequency: string | null;
  /** Start of the latest run. */
  readonly lastStartedAt: Date | null;
}

/** Which syncs: those of an integration, or of one of its connections. */
export interface SyncScope {
  readonly integrationId: number;
  /** Internal id; absent for every connection of the integration. */
  readonly connectionId?: number | undefined;
}

export interface NewSync {
  readonly syncId: string;
  readonly environmentId: number;
  readonly integrationId: number;
  readonly connectionId: number;
  readonly functionId: number;
  readonly name: string;
  readonly variant: string;
  readonly frequency: string | null;
  readonly offsetMs: number;
  readonly pauseReason: string | null;
  readonly pendingTrigger: string | null;
}

export interface FrequencyChange {
  readonly syncId: string;
  readonly frequency: string | null;
  readonly frequencyOverride: string | null;
  readonly offsetMs: number;
}

/** A connection that lacks an instance of a published sync. */
export interface MissingSync {
  readonly environmentId: number;
  readonly integrationId: number;
  readonly connectionId: number;
  readonly functionId: number;
  readonly name: string;
  readonly frequency: string | null;
  readonly autoStart: boolean;
}

/** An instance whose function has another frequency now. */
export interface StaleFrequency {
  readonly syncId: string;
  readonly frequency: string | null;
}

const COLUMNS = `s.id AS "syncId", s.environment_id AS "environmentId", s.connection_id AS "connectionId", s.function_id AS "functionId",
  s.name, s.variant, s.frequency, s.offset_ms AS "offsetMs", s.paused, s.pause_reason AS "pauseReason",
  coalesce(v.definition -> 'models', '[]') AS models, v.definition ->> 'runs' AS "definedFrequency",
  (SELECT max(r.started_at) FROM sync_runs r WHERE r.sync_id = s.id AND r.time_window IS NULL) AS "lastStartedAt"`;

const FROM = `syncs s JOIN functions f ON f.id = s.function_id LEFT JOIN function_versions v ON v.id = f.current_version_id`;

/** Rows for a statement that changes several: locked in the order that everybody keeps, so that none waits for the other. */
const inOrder = (which: string): string => `id IN (SELECT id FROM syncs WHERE ${which} ORDER BY id FOR NO KEY UPDATE)`;

/** Instances of syncs. Whoever also locks connections, streams or runs does so in this order: connections and streams, syncs, runs. */
export class SyncRepository {
  constructor(private readonly database: Queryable) {}

  async list({ integrationId, connectionId }: SyncScope, tx: Queryable = this.database): Promise<SyncRow[]> {
    const { rows } = await tx.query<SyncRow>(
      `SELECT ${COLUMNS} FROM ${FROM}
        WHERE s.integration_id = $1 AND ($2::int IS NULL OR s.connection_id = $2) AND s.deleted_at IS NULL
        ORDER BY s.name, s.variant, s.connection_id`,
      [integrationId, connectionId ?? null],
    );
    return rows;
  }

  async find(
    connectionId: number,
    name: string,
    variant: string,
    tx: Queryable = this.database,
  ): Promise<SyncRow | undefined> {
    const { rows } = await tx.query<SyncRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE s.connection_id = $1 AND s.name = $2 AND s.variant = $3 AND s.deleted_at IS NULL`,
      [connectionId, name, variant],
    );
    return rows[0];
  }

  /** Holds syncs until the transaction ends: no run of them opens or ends before that. */
  async lock(syncIds: readonly string[], tx: Queryable): Promise<void> {
    await tx.query('SELECT 1 FROM syncs WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [syncIds]);
  }

  /** Holds the base instance until the transaction ends, so that variants are counted one caller at a time. */
  async lockBase(connectionId: number, name: string, tx: Queryable): Promise<void> {
    await tx.query(
      `SELECT 1 FROM syncs WHERE connection_id = $1 AND name = $2 AND variant = 'base' AND deleted_at IS NULL FOR UPDATE`,
      [connectionId, name],
    );
  }

  async countVariants(connectionId: number, name: string, tx: Queryable): Promise<number> {
    const { rows } = await tx.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM syncs WHERE connection_id = $1 AND name = $2 AND variant <> 'base' AND deleted_at IS NULL`,
      [connectionId, name],
    );
    return rows[0]?.total ?? 0;
  }

  /** Creates instances; those that are there already stay as they are. Answers the ids that are new. */
  async insert(syncs: readonly NewSync[], tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO syncs (id, environment_id, integration_id, connection_id, function_id, name, variant, frequency, offset_ms,
                          paused, pause_reason, pending_trigger, pending_trigger_at)
       SELECT n."syncId", n."environmentId", n."integrationId", n."connectionId", n."functionId", n.name, n.variant, n.frequency, n."offsetMs",
              n."pauseReason" IS NOT NULL, n."pauseReason", n."pendingTrigger", CASE WHEN n."pendingTrigger" IS NOT NULL THEN now() END
         FROM jsonb_to_recordset($1) AS n("syncId" uuid, "environmentId" int, "integrationId" int, "connectionId" int, "functionId" int,
              name text, variant text, frequency text, "offsetMs" int, "pauseReason" text, "pendingTrigger" text)
       ON CONFLICT (connection_id, name, variant) WHERE deleted_at IS NULL DO NOTHING
       RETURNING id`,
      [JSON.stringify(syncs)],
    );
    return rows.map(({ id }) => id);
  }

  /** Connections of these integrations that lack a base instance of a published, enabled sync; those that are validated get theirs after it. */
  async findMissing(
    integrationIds: readonly number[],
    connectionId: number | undefined,
    tx: Queryable,
  ): Promise<MissingSync[]> {
    const { rows } = await tx.query<MissingSync>(
      `SELECT c.environment_id AS "environmentId", c.integration_id AS "integrationId", c.id AS "connectionId", f.id AS "functionId", f.name,
              v.definition ->> 'runs' AS frequency, coalesce((v.definition ->> 'autoStart')::boolean, true) AS "autoStart"
         FROM connections c
         JOIN functions f ON f.integration_id = c.integration_id AND f.type = 'sync' AND f.enabled AND f.deleted_at IS NULL
         JOIN function_versions v ON v.id = f.current_version_id
        WHERE c.integration_id = ANY($1) AND ($2::int IS NULL OR c.id = $2) AND c.deleted_at IS NULL
          AND c.validating_since IS NULL
          AND NOT EXISTS (SELECT 1 FROM syncs s WHERE s.connection_id = c.id AND s.name = f.name AND s.variant = 'base' AND s.deleted_at IS NULL)`,
      [integrationIds, connectionId ?? null],
    );
    return rows;
  }

  /** Instances that follow their definition's frequency, where the published one is another now. */
  async findStaleFrequencies(integrationIds: readonly number[], tx: Queryable): Promise<StaleFrequency[]> {
    const { rows } = await tx.query<StaleFrequency>(
      `SELECT s.id AS "syncId", v.definition ->> 'runs' AS frequency
         FROM syncs s JOIN functions f ON f.id = s.function_id JOIN function_versions v ON v.id = f.current_version_id
        WHERE s.integration_id = ANY($1) AND s.deleted_at IS NULL AND s.frequency_override IS NULL
          AND s.frequency IS DISTINCT FROM v.definition ->> 'runs'`,
      [integrationIds],
    );
    return rows;
  }

  /** Instances whose function is no longer published. */
  async findUnpublished(integrationIds: readonly number[], tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT s.id FROM syncs s JOIN functions f ON f.id = s.function_id
        WHERE s.integration_id = ANY($1) AND s.deleted_at IS NULL AND (f.deleted_at IS NOT NULL OR f.current_version_id IS NULL)`,
      [integrationIds],
    );
    return rows.map(({ id }) => id);
  }

  async findOfConnection(connectionId: number, tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `SELECT id FROM syncs WHERE connection_id = $1 AND deleted_at IS NULL`,
      [connectionId],
    );
    return rows.map(({ id }) => id);
  }

  /** Of several, the caller has locked them. */
  async setFrequencies(changes: readonly FrequencyChange[], tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE syncs SET frequency = n.frequency, frequency_override = n."frequencyOverride", offset_ms = n."offsetMs", updated_at = now()
         FROM jsonb_to_recordset($1) AS n("syncId" uuid, frequency text, "frequencyOverride" text, "offsetMs" int)
        WHERE syncs.id = n."syncId"`,
      [JSON.stringify(changes)],
    );
  }

  async markDeleted(syncIds: readonly string[], tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE syncs SET deleted_at = now(), updated_at = now(), pending_trigger = NULL, pending_trigger_at = NULL
        WHERE ${inOrder('id = ANY($1)')} AND deleted_at IS NULL`,
      [syncIds],
    );
  }

  /** Asks for a run of each. */
  async requestRuns(syncIds: readonly string[], trigger: string, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE syncs SET pending_trigger = $2, pending_trigger_at = clock_timestamp() WHERE ${inOrder('id = ANY($1)')}`,
      [syncIds, trigger],
    );
  }

  /** Begins from nothing next time: without checkpoint and date. */
  async resetState(syncIds: readonly string[], tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE syncs SET checkpoint = NULL, checkpoint_version = checkpoint_version + 1, last_sync_date = NULL, updated_at = now()
        WHERE ${inOrder('id = ANY($1)')}`,
      [syncIds],
    );
  }

  async pause(syncIds: readonly string[], reason: string, tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE syncs SET paused = true, pause_reason = $2, updated_at = now() WHERE ${inOrder('id = ANY($1)')}`,
      [syncIds, reason],
    );
  }

  async resume(syncIds: readonly string[], tx: Queryable): Promise<void> {
    await tx.query(
      `UPDATE syncs SET paused = false, pause_reason = NULL, updated_at = now() WHERE ${inOrder('id = ANY($1)')}`,
      [syncIds],
    );
  }

  /** Pauses the syncs of a connection that are not paused already; answers their ids. */
  async pauseActive(connectionId: number, reason: string, tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `UPDATE syncs SET paused = true, pause_reason = $2, updated_at = now()
        WHERE ${inOrder('connection_id = $1')} AND NOT paused AND deleted_at IS NULL RETURNING id`,
      [connectionId, reason],
    );
    return rows.map(({ id }) => id);
  }

  /** Resumes the syncs of a connection that were paused for this reason and no other; answers their ids. */
  async resumePausedFor(connectionId: number, reason: string, tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ id: string }>(
      `UPDATE syncs SET paused = false, pause_reason = NULL, updated_at = now()
        WHERE ${inOrder('connection_id = $1')} AND paused AND pause_reason = $2 AND deleted_at IS NULL RETURNING id`,
      [connectionId, reason],
    );
    return rows.map(({ id }) => id);
  }
}
