import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FunctionJobs1795308026050 implements MigrationInterface {
  readonly name = 'FunctionJobs1795308026050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "function_jobs" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "kind" text NOT NULL, "status" text NOT NULL DEFAULT 'waiting', "integration_key" text NOT NULL, "function_type" text NOT NULL, "function_name" text, "key_id" integer, "request_sealed" text, "result_sealed" text, "attempt" integer NOT NULL DEFAULT '0', "lease_until" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "started_at" TIMESTAMP WITH TIME ZONE, "completed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_6d5a53f0df9027064ab3854b7f9" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_22c9a39e7443213c1a9577b2ac" ON "function_jobs"  ("status", "created_at")`);
    await runner.query(
      `CREATE TABLE "dry_run_writes" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "job_id" uuid NOT NULL, "kind" text NOT NULL, "data_sealed" text NOT NULL, CONSTRAINT "PK_7c9ace9ac138427b2d96484035f" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_da65d02b0e3ca0862b1ddae8dc" ON "dry_run_writes"  ("job_id", "id")`);
    await runner.query(
      `ALTER TABLE "function_jobs" ADD CONSTRAINT "FK_3f520458422df5148cd36460272" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "dry_run_writes" ADD CONSTRAINT "FK_2d98bee740d2bb08a7a31686e40" FOREIGN KEY ("job_id") REFERENCES "function_jobs"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "dry_run_writes" DROP CONSTRAINT "FK_2d98bee740d2bb08a7a31686e40"`);
    await runner.query(`ALTER TABLE "function_jobs" DROP CONSTRAINT "FK_3f520458422df5148cd36460272"`);
    await runner.query(`DROP INDEX "public"."IDX_da65d02b0e3ca0862b1ddae8dc"`);
    await runner.query(`DROP TABLE "dry_run_writes"`);
    await runner.query(`DROP INDEX "public"."IDX_22c9a39e7443213c1a9577b2ac"`);
    await runner.query(`DROP TABLE "function_jobs"`);
  }
}
