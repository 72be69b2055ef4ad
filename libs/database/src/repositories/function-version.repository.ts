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

/** Versions are written once and kept. */
export class FunctionVersionRepository {
  constructor(private readonly database: Queryable) {}

  async insert(version: NewFunctionVersion, tx: Queryable): Promise<{ id: string; createdAt: Date }> {
    const { rows } = await tx.query<{ id: string; createdAt: Date }>(
      `INSERT INTO function_versions (function_id, deployment_id, version, script_hash, source_code, definition)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id, created_at AS "createdAt"`,
      [
        version.functionId,
        version.deploymentId,
        version.version,
        version.scriptHash,
        version.sourceCode,
        JSON.stringify(version.definition),
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('An insert of a function version returned no row.');
    return row;
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
