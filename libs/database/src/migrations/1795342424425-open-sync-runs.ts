import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OpenSyncRuns1795342424425 implements MigrationInterface {
  readonly name = 'OpenSyncRuns1795342424425';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."sync_runs_running"`);
    await runner.query(`DROP INDEX "public"."sync_runs_queued"`);
    await runner.query(
      `CREATE INDEX "sync_runs_open" ON "sync_runs"  ("sync_id") WHERE status IN ('RUNNING', 'QUEUED')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."sync_runs_open"`);
    await runner.query(
      `CREATE INDEX "sync_runs_queued" ON "sync_runs" USING btree ("sync_id") WHERE (status = 'QUEUED'::text)`,
    );
    await runner.query(
      `CREATE INDEX "sync_runs_running" ON "sync_runs" USING btree ("started_at") WHERE (status = 'RUNNING'::text)`,
    );
  }
}
