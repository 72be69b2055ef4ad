import type { Queryable } from '../database.js';

/** Something that a dry run would have written. */
export interface DryRunWriteRow {
  readonly kind: string;
  readonly dataSealed: string;
}

/** What dry runs would have written. */
export class DryRunWriteRepository {
  constructor(private readonly database: Queryable) {}

  /** False when the run has ended, or with this one would have written more than `mostLength` characters. */
  async insert(jobId: string, { kind, dataSealed }: DryRunWriteRow, mostLength: number): Promise<boolean> {
    const { rows } = await this.database.query(
      `INSERT INTO dry_run_writes (job_id, kind, data_sealed)
       SELECT id, $2, $3 FROM function_jobs j
        WHERE j.id = $1 AND j.status = 'running'
          AND (SELECT coalesce(sum(length(data_sealed)), 0) FROM dry_run_writes w WHERE w.job_id = j.id) + length($3) <= $4
       RETURNING id`,
      [jobId, kind, dataSealed, mostLength],
    );
    return rows.length > 0;
  }

  /** In the order in which they came; those of some kinds only. */
  async list(jobId: string, kinds?: readonly string[]): Promise<DryRunWriteRow[]> {
    const { rows } = await this.database.query<DryRunWriteRow>(
      `SELECT kind, data_sealed AS "dataSealed" FROM dry_run_writes
        WHERE job_id = $1 AND ($2::text[] IS NULL OR kind = ANY($2)) ORDER BY id`,
      [jobId, kinds ?? null],
    );
    return rows;
  }

  async clear(jobId: string): Promise<void> {
    await this.database.query('DELETE FROM dry_run_writes WHERE job_id = $1', [jobId]);
  }
}
