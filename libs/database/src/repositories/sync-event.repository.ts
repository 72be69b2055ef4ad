import type { Queryable } from '../database.js';

/** What a webhook about the end of a run tells. */
export interface SyncEventSource {
  readonly environmentId: number;
  readonly connectionId: number;
  readonly connectionKey: string;
  readonly providerConfigKey: string;
  readonly name: string;
  readonly variant: string;
  readonly models: readonly string[];
  readonly results: Readonly<Record<string, { added: number; updated: number; deleted: number }>>;
  readonly error: Readonly<Record<string, unknown>> | null;
  readonly checkpointFrom: Readonly<Record<string, unknown>> | null;
  readonly checkpointTo: Readonly<Record<string, unknown>> | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** Switches of the environment (wire contract, section 15). */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Runs of syncs, as webhooks tell of them. */
export class SyncEventRepository {
  constructor(private readonly database: Queryable) {}

  /** The same of a handled webhook. */
  async findWebhookRun(id: string, tx = this.database): Promise<SyncEventSource | undefined> {
    const { rows } = await tx.query<SyncEventSource>(
      `SELECT s.environment_id AS "environmentId", s.connection_id AS "connectionId", c.connection_id AS "connectionKey",
              i.unique_key AS "providerConfigKey", s.name, s.variant, coalesce(v.definition -> 'models', '[]') AS models,
              r.results, r.error, NULL AS "checkpointFrom", NULL AS "checkpointTo",
              r.started_at AS "startedAt", r.finished_at AS "finishedAt", e.settings
         FROM webhook_runs r JOIN syncs s ON s.id = r.sync_id
         JOIN connections c ON c.id = s.connection_id JOIN integrations i ON i.id = s.integration_id
         JOIN environments e ON e.id = s.environment_id LEFT JOIN function_versions v ON v.id = r.function_version_id
        WHERE r.id = $1 AND r.started_at IS NOT NULL AND r.finished_at IS NOT NULL`,
      [id],
    );
    return rows[0];
  }

  /** Undefined where nobody has an address to be told at. */
  async find(runId: string, tx = this.database): Promise<SyncEventSource | undefined> {
    const { rows } = await tx.query<SyncEventSource>(
      `SELECT s.environment_id AS "environmentId", s.connection_id AS "connectionId", c.connection_id AS "connectionKey",
              i.unique_key AS "providerConfigKey", s.name, s.variant, coalesce(v.definition -> 'models', '[]') AS models,
              r.results, r.error, r.checkpoint_from AS "checkpointFrom", r.checkpoint_to AS "checkpointTo",
              r.started_at AS "startedAt", r.finished_at AS "finishedAt", e.settings
         FROM sync_runs r JOIN syncs s ON s.id = r.sync_id
         JOIN connections c ON c.id = s.connection_id JOIN integrations i ON i.id = s.integration_id
         JOIN environments e ON e.id = s.environment_id LEFT JOIN function_versions v ON v.id = r.function_version_id
        WHERE r.id = $1 AND r.finished_at IS NOT NULL
          AND (c.webhook_url IS NOT NULL OR e.settings ? 'primary_url' OR e.settings ? 'secondary_url')`,
      [runId],
    );
    return rows[0];
  }
}
