import type { FunctionDefinition, FunctionKind } from '@svc/contracts';
import type { Queryable } from '../database.js';

/** A function with its published version. */
export interface PublishedFunction {
  readonly functionId: number;
  readonly integrationId: number;
  readonly type: FunctionKind;
  readonly name: string;
  readonly enabled: boolean;
  /** `repo`, `catalog` or `standalone`. */
  readonly source: string;
  readonly versionId: string;
  /** The author's version text, or the one that the gateway counts. */
  readonly version: string | null;
  readonly scriptHash: string;
  readonly definition: FunctionDefinition;
  /** When the version was published. */
  readonly lastDeployed: Date;
}

/** A published function beside the integration that it belongs to. */
export interface DeployedFunction extends PublishedFunction {
  readonly providerConfigKey: string;
  readonly provider: string;
  readonly sourceHash: string;
}

/** Name of a function: unique while it is not deleted. */
export interface FunctionName {
  readonly integrationId: number;
  readonly type: FunctionKind;
  readonly name: string;
}

/** An integration that functions belong to. */
export interface FunctionIntegration {
  readonly id: number;
  readonly uniqueKey: string;
  readonly provider: string;
}

export interface FunctionFilter {
  readonly integrationId: number;
  readonly type?: FunctionKind | undefined;
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
}

const PUBLISHED = `f.id AS "functionId", f.integration_id AS "integrationId", f.type, f.name, f.enabled, f.source,
  v.id AS "versionId", v.version, v.script_hash AS "scriptHash", v.definition, v.created_at AS "lastDeployed"`;

const FROM_PUBLISHED = `functions f JOIN function_versions v ON v.id = f.current_version_id`;

const MATCHES = `f.integration_id = $1 AND f.deleted_at IS NULL
  AND ($2::text IS NULL OR f.type = $2) AND ($3::text IS NULL OR strpos(lower(f.name), lower($3)) > 0)`;

/** Order in which functions of the same name are found: as people think of them. */
const BY_NAME = `f.name, array_position(ARRAY['sync', 'action', 'on-event'], f.type)`;

/** Functions and which of their versions is published. */
export class FunctionRepository {
  constructor(private readonly database: Queryable) {}

  async findPublished(name: FunctionName, tx: Queryable = this.database): Promise<PublishedFunction | undefined> {
    const { rows } = await tx.query<PublishedFunction>(
      `SELECT ${PUBLISHED} FROM ${FROM_PUBLISHED} WHERE f.integration_id = $1 AND f.type = $2 AND f.name = $3 AND f.deleted_at IS NULL`,
      [name.integrationId, name.type, name.name],
    );
    return rows[0];
  }

  /** All functions of these integrations, by name. */
  async listPublished(
    integrationIds: readonly number[],
    type: FunctionKind | undefined,
    tx: Queryable = this.database,
  ): Promise<PublishedFunction[]> {
    const { rows } = await tx.query<PublishedFunction>(
      `SELECT ${PUBLISHED} FROM ${FROM_PUBLISHED}
        WHERE f.integration_id = ANY($1) AND f.deleted_at IS NULL AND ($2::text IS NULL OR f.type = $2)
        ORDER BY f.integration_id, ${BY_NAME}`,
      [integrationIds, type ?? null],
    );
    return rows;
  }

  /** All functions of an environment, with their integrations. */
  async listDeployed(environmentId: number, tx: Queryable = this.database): Promise<DeployedFunction[]> {
    const { rows } = await tx.query<DeployedFunction>(
      `SELECT ${PUBLISHED}, i.unique_key AS "providerConfigKey", i.provider,
              encode(sha256(convert_to(v.source_code, 'UTF8')), 'hex') AS "sourceHash"
         FROM ${FROM_PUBLISHED} JOIN integrations i ON i.id = f.integration_id AND i.deleted_at IS NULL
        WHERE f.environment_id = $1 AND f.deleted_at IS NULL
        ORDER BY i.unique_key, ${BY_NAME}`,
      [environmentId],
    );
    return rows;
  }

  async page(filter: FunctionFilter, offset: number, limit: number): Promise<PublishedFunction[]> {
    const { rows } = await this.database.query<PublishedFunction>(
      `SELECT ${PUBLISHED} FROM ${FROM_PUBLISHED} WHERE ${MATCHES} ORDER BY ${BY_NAME} OFFSET $4 LIMIT $5`,
      [filter.integrationId, filter.type ?? null, filter.search ?? null, offset, limit],
    );
    return rows;
  }

  async count(filter: FunctionFilter): Promise<number> {
    const { rows } = await this.database.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM ${FROM_PUBLISHED} WHERE ${MATCHES}`,
      [filter.integrationId, filter.type ?? null, filter.search ?? null],
    );
    return rows[0]?.total ?? 0;
  }

  /** Creates the functions that are not there; either way answers the ids, in the order of `names`. */
  async ensureAll(
    environmentId: number,
    names: readonly FunctionName[],
    source: string,
    tx: Queryable,
  ): Promise<number[]> {
    const { rows } = await tx.query<FunctionName & { id: number }>(
      `INSERT INTO functions (environment_id, source, integration_id, type, name)
       SELECT $1, $2, * FROM unnest($3::int[], $4::text[], $5::text[])
       ON CONFLICT (integration_id, type, name) WHERE deleted_at IS NULL DO UPDATE SET source = excluded.source
       RETURNING id, integration_id AS "integrationId", type, name`,
      [
        environmentId,
        source,
        names.map(({ integrationId }) => integrationId),
        names.map(({ type }) => type),
        names.map(({ name }) => name),
      ],
    );
    const ids = new Map(rows.map((row) => [textOf(row), row.id]));
    return names.map((name) => {
      const id = ids.get(textOf(name));
      if (id === undefined) throw new Error('An upsert of a function returned no row.');
      return id;
    });
  }

  /** Publishes a version of each function; one that was deleted is there again. */
  async publishAll(
    published: readonly { readonly functionId: number; readonly versionId: string }[],
    tx: Queryable,
  ): Promise<void> {
    await tx.query(
      `UPDATE functions f SET current_version_id = p.version_id, deleted_at = NULL
         FROM unnest($1::int[], $2::uuid[]) AS p (function_id, version_id) WHERE f.id = p.function_id`,
      [published.map(({ functionId }) => functionId), published.map(({ versionId }) => versionId)],
    );
  }

  /** A disabled function is kept, and does not run. */
  async setEnabled(functionId: number, enabled: boolean, tx: Queryable): Promise<void> {
    await tx.query(`UPDATE functions SET enabled = $2 WHERE id = $1`, [functionId, enabled]);
  }

  async markDeleted(functionIds: readonly number[], tx: Queryable): Promise<void> {
    await tx.query(`UPDATE functions SET deleted_at = now() WHERE id = ANY($1) AND deleted_at IS NULL`, [functionIds]);
  }

  /** Records in the caches of all connections, by unique key of the integration and model; none where there are none. */
  async countRecords(
    environmentId: number,
    models: readonly string[],
  ): Promise<{ providerConfigKey: string; model: string; records: number }[]> {
    const { rows } = await this.database.query<{ providerConfigKey: string; model: string; records: string }>(
      `SELECT i.unique_key AS "providerConfigKey", s.model, sum(s.live_count)::text AS records
         FROM record_streams s JOIN connections c ON c.id = s.connection_id AND c.deleted_at IS NULL
         JOIN integrations i ON i.id = c.integration_id
        WHERE s.environment_id = $1 AND s.model = ANY($2) AND s.live_count > 0
        GROUP BY 1, 2 ORDER BY 1, 2`,
      [environmentId, models],
    );
    return rows.map((row) => ({ ...row, records: Number(row.records) }));
  }

  /** Connections by the unique key of their integration, for saying what a deploy will touch. */
  async countConnections(environmentId: number): Promise<Map<string, number>> {
    const { rows } = await this.database.query<{ uniqueKey: string; total: number }>(
      `SELECT i.unique_key AS "uniqueKey", count(*)::int AS total
         FROM connections c JOIN integrations i ON i.id = c.integration_id AND i.deleted_at IS NULL
        WHERE c.environment_id = $1 AND c.deleted_at IS NULL
        GROUP BY i.unique_key`,
      [environmentId],
    );
    return new Map(rows.map((row) => [row.uniqueKey, row.total]));
  }

  /** Integrations by unique key. */
  async findIntegrations(
    environmentId: number,
    uniqueKeys: readonly string[],
    tx: Queryable = this.database,
  ): Promise<FunctionIntegration[]> {
    const { rows } = await tx.query<FunctionIntegration>(
      `SELECT id, unique_key AS "uniqueKey", provider FROM integrations
        WHERE environment_id = $1 AND unique_key = ANY($2) AND deleted_at IS NULL`,
      [environmentId, uniqueKeys],
    );
    return rows;
  }
}

const textOf = ({ integrationId, type, name }: FunctionName): string => `${integrationId}\0${type}\0${name}`;
