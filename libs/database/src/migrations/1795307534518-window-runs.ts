import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WindowRuns1795307534518 implements MigrationInterface {
  readonly name = 'WindowRuns1795307534518';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sync_runs" ADD "time_window" jsonb`);
    await runner.query(`ALTER TABLE "sync_runs" ADD "window_checkpoint" jsonb`);
    await runner.query(`ALTER TABLE "sync_runs" ADD "window_checkpoint_version" integer NOT NULL DEFAULT '0'`);
    await runner.query(`CREATE INDEX "sync_runs_queued" ON "sync_runs"  ("sync_id") WHERE status = 'QUEUED'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."sync_runs_queued"`);
    await runner.query(`ALTER TABLE "sync_runs" DROP COLUMN "window_checkpoint_version"`);
    await runner.query(`ALTER TABLE "sync_runs" DROP COLUMN "window_checkpoint"`);
    await runner.query(`ALTER TABLE "sync_runs" DROP COLUMN "time_window"`);
  }
}
