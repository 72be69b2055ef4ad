import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookRuns1795308628281 implements MigrationInterface {
  readonly name = 'WebhookRuns1795308628281';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "webhook_runs" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "lane_key" text NOT NULL, "order_key" text NOT NULL, "environment_id" integer NOT NULL, "sync_id" uuid NOT NULL, "event_type" text NOT NULL, "payload" jsonb, "status" text NOT NULL DEFAULT 'queued', "claims" integer NOT NULL DEFAULT '0', "tries" integer NOT NULL DEFAULT '0', "due_at" TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp(), "function_version_id" uuid, "results" jsonb NOT NULL DEFAULT '{}', "error" jsonb, "operation_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "started_at" TIMESTAMP WITH TIME ZONE, "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_23e8c35cdeb9a83d32cadfa715a" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_dc8394ef4ace8775df1bea3a09" ON "webhook_runs"  ("sync_id", "id")`);
    await runner.query(`CREATE INDEX "IDX_159b688e7eb2f1039521807cae" ON "webhook_runs"  ("environment_id", "id")`);
    await runner.query(
      `CREATE INDEX "webhook_runs_finished" ON "webhook_runs"  ("finished_at") WHERE finished_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "webhook_runs_order" ON "webhook_runs"  ("lane_key", "order_key", "id") WHERE due_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "webhook_runs_due" ON "webhook_runs"  ("lane_key", "due_at", "id") WHERE due_at IS NOT NULL`,
    );
    await runner.query(
      `ALTER TABLE "webhook_runs" ADD CONSTRAINT "FK_04fd37ed131ee19b73b901ac3d1" FOREIGN KEY ("sync_id") REFERENCES "syncs"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhook_runs" DROP CONSTRAINT "FK_04fd37ed131ee19b73b901ac3d1"`);
    await runner.query(`DROP INDEX "public"."webhook_runs_due"`);
    await runner.query(`DROP INDEX "public"."webhook_runs_order"`);
    await runner.query(`DROP INDEX "public"."webhook_runs_finished"`);
    await runner.query(`DROP INDEX "public"."IDX_159b688e7eb2f1039521807cae"`);
    await runner.query(`DROP INDEX "public"."IDX_dc8394ef4ace8775df1bea3a09"`);
    await runner.query(`DROP TABLE "webhook_runs"`);
  }
}
