import type { FunctionKind } from '@svc/contracts';
import type { Queryable } from '../database.js';

/** A dry run or a deployment to be done. */
export interface NewFunctionJob {
  readonly environmentId: number;
  readonly kind: 'dryrun' | 'deployment';
  readonly integrationKey: string;
  readonly functionType: FunctionKind;
  readonly functionName: string | null;
  readonly keyId: number | null;
  readonly requestSealed: string;
}

/** A job as it is shown. */
export interface FunctionJobRow extends Omit<NewFunctionJob, 'requestSealed'> {
  readonly id: string;
  readonly status: string;
  readonly resultSealed: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** What a job was given when it was kept. */
export type InsertedFunctionJob = Pick<FunctionJobRow, 'id' | 'createdAt'>;

/** A job that this process has begun. */
export interface ClaimedFunctionJob extends NewFunctionJob {
  readonly id: string;
  readonly attempt: number;
}

const JOB = `id, environment_id AS "environmentId", kind, integration_key AS "integrationKey", function_type AS "functionType",
  function_name AS "functionName", key_id AS "keyId"`;

/** Dry runs and deployments that the API was asked for. */
export class FunctionJobRepository {
  constructor(private readonly database: Queryable) {}

  /** Keeps a job that a worker is to do. */
  async insert(job: NewFunctionJob): Promise<InsertedFunctionJob> {
    return await this.insertWith(job, 'request_sealed', '$7', [job.requestSealed]);
  }

  /** Keeps a job that was done while its caller waited. */
  async insertEnded(
    job: Omit<NewFunctionJob, 'requestSealed'>,
    { status, resultSealed, durationMs }: { status: 'success' | 'failed'; resultSealed: string; durationMs: number },
  ): Promise<InsertedFunctionJob> {
    const columns = 'status, result_sealed, created_at, started_at, completed_at';
    const expressions = `$7, $8, now() - $9 * interval '1 ms', now() - $9 * interval '1 ms', now()`;
    return await this.insertWith(job, columns, expressions, [status, resultSealed, durationMs]);
  }

  async find(environmentId: number, kind: string, id: string): Promise<FunctionJobRow | undefined> {
    const { rows } = await this.database.query<FunctionJobRow>(
      `SELECT ${JOB}, status, result_sealed AS "resultSealed", created_at AS "createdAt", updated_at AS "updatedAt",
              started_at AS "startedAt", completed_at AS "completedAt"
         FROM function_jobs WHERE environment_id = $1 AND kind = $2 AND id = $3`,
      [environmentId, kind, id],
    );
    return rows[0];
  }

  /** Takes the oldest job that waits, or whose worker died. */
  async claim(leaseMs: number): Promise<ClaimedFunctionJob | undefined> {
    const { rows } = await this.database.query<ClaimedFunctionJob>(
      `UPDATE function_jobs SET status = 'running', attempt = attempt + 1, updated_at = now(),
              started_at = coalesce(started_at, now()), lease_until = now() + $1 * interval '1 ms'
        WHERE id = (SELECT id FROM function_jobs
                     WHERE status = 'waiting' OR (status = 'running' AND lease_until < now())
                     ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${JOB}, request_sealed AS "requestSealed", attempt`,
      [leaseMs],
    );
    return rows[0];
  }

  async extendLease({ id, attempt }: Pick<ClaimedFunctionJob, 'id' | 'attempt'>, leaseMs: number): Promise<void> {
    await this.database.query(
      `UPDATE function_jobs SET lease_until = now() + $3 * interval '1 ms'
        WHERE id = $1 AND attempt = $2 AND status = 'running'`,
      [id, attempt, leaseMs],
    );
  }

  /** Ends a job, unless another process has taken it over. What it was asked to do is forgotten. */
  async finish(
    { id, attempt }: Pick<ClaimedFunctionJob, 'id' | 'attempt'>,
    status: 'success' | 'failed',
    resultSealed: string,
  ): Promise<void> {
    await this.database.query(
      `WITH ended AS (
         UPDATE function_jobs SET status = $3, result_sealed = $4, request_sealed = NULL, lease_until = NULL,
                completed_at = now(), updated_at = now()
          WHERE id = $1 AND attempt = $2 AND status = 'running' RETURNING id)
       DELETE FROM dry_run_writes WHERE job_id IN (SELECT id FROM ended)`,
      [id, attempt, status, resultSealed],
    );
  }

  /** Deletes jobs that ended before then, a chunk at a time; how many. */
  async prune(before: Date, limit: number): Promise<number> {
    const { rows } = await this.database.query(
      `DELETE FROM function_jobs WHERE id IN (
         SELECT id FROM function_jobs WHERE completed_at < $1 LIMIT $2) RETURNING id`,
      [before, limit],
    );
    return rows.length;
  }

  /** Inserts what every job has, and further columns, whose values are `$7` and those after it. */
  private async insertWith(
    job: Omit<NewFunctionJob, 'requestSealed'>,
    columns: string,
    expressions: string,
    values: readonly unknown[],
  ): Promise<InsertedFunctionJob> {
    const { environmentId, kind, integrationKey, functionType, functionName, keyId } = job;
    const { rows } = await this.database.query<InsertedFunctionJob>(
      `INSERT INTO function_jobs (environment_id, kind, integration_key, function_type, function_name, key_id, ${columns})
       VALUES ($1, $2, $3, $4, $5, $6, ${expressions}) RETURNING id, created_at AS "createdAt"`,
      [environmentId, kind, integrationKey, functionType, functionName, keyId, ...values],
    );
    const [inserted] = rows;
    if (!inserted) throw new Error('The job was not inserted.');
    return inserted;
  }
}
