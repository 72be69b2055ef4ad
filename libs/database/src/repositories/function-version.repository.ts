import type { FunctionDefinition } from '@svc/contracts';
import type { Queryable } from '../database.js';

/** A version to be stored. */
export interface NewFunctionVersion {
  readonly functionId: number;
  readonly deploymentId: string;
  readonly version: string;
  readonly scriptHash: string;
  readonly sourceCode: string;
  readonly definition: FunctionDefinition;
}

/** A version as it is listed. */
export interface FunctionVersionRow {
  readonly id: string;
  readonly functionId: number;
  readonly deploymentId: string;
  readonly version: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `v.id, v.function_id AS "functionId", v.deployment_id AS "deploymentId", v.version, v.created_at AS "createdAt"`;

/** Versions are written once, and never changed. */
export class FunctionVersionRepository {
  constructor(private readonly database: Queryable) {}

  /** Answers the ids in the order of `versions`. */
  async insertAll(versions: readonly NewFunctionVersion[], tx: Queryable): Promise<string[]> {
    const { rows } = await tx.query<{ id: string; functionId: number }>(
      `INSERT INTO function_versions (function_id, deployment_id, version, script_hash, source_code, definition)
       SELECT * FROM unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[])
       RETURNING id, function_id AS "functionId"`,
      [
        versions.map(({ functionId }) => functionId),
        versions.map(({ deploymentId }) => deploymentId),
        versions.map(({ version }) => version),
        versions.map(({ scriptHash }) => scriptHash),
        versions.map(({ sourceCode }) => sourceCode),
        versions.map(({ definition }) => JSON.stringify(definition)),
      ],
    );
    const ids = new Map(rows.map(({ id, functionId }) => [functionId, id]));
    return versions.map(({ functionId }) => {
      const id = ids.get(functionId);
      if (id === undefined) throw new Error('An insert of a function version returned no row.');
      return id;
    });
  }

  /** Versions of a function, latest first. */
  async list(
    functionId: number,
    { before, limit }: { readonly before: string | undefined; readonly limit: number },
    tx: Queryable = this.database,
  ): Promise<FunctionVersionRow[]> {
    const { rows } = await tx.query<FunctionVersionRow>(
      `SELECT ${COLUMNS} FROM function_versions v
        WHERE v.function_id = $1
          AND ($2::uuid IS NULL OR (v.created_at, v.id) < (SELECT b.created_at, b.id FROM function_versions b WHERE b.id = $2))
        ORDER BY v.created_at DESC, v.id DESC LIMIT $3`,
      [functionId, before ?? null, limit],
    );
    return rows;
  }

  /** Those of these versions that are still kept, by id. */
  async findAll(ids: readonly string[], tx: Queryable = this.database): Promise<Map<string, FunctionVersionRow>> {
    const { rows } = await tx.query<FunctionVersionRow>(
      `SELECT ${COLUMNS} FROM function_versions v WHERE v.id = ANY($1::uuid[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** As {@link findAll}; none of them goes before the transaction ends. */
  async hold(ids: readonly string[], tx: Queryable): Promise<Map<string, FunctionVersionRow>> {
    const { rows } = await tx.query<FunctionVersionRow>(
      `SELECT ${COLUMNS} FROM function_versions v WHERE v.id = ANY($1::uuid[]) FOR KEY SHARE`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** TypeScript source of a version. */
  async findSource(versionId: string): Promise<string | undefined> {
    const { rows } = await this.database.query<{ sourceCode: string }>(
      `SELECT source_code AS "sourceCode" FROM function_versions WHERE id = $1`,
      [versionId],
    );
    return rows[0]?.sourceCode;
  }
}
