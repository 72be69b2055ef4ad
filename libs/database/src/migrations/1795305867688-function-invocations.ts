import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FunctionInvocations1795305867688 implements MigrationInterface {
  readonly name = 'FunctionInvocations1795305867688';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "function_invocations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "connection_id" integer NOT NULL, "function_version_id" uuid NOT NULL, "function_name" text NOT NULL, "event" text NOT NULL, "status" text NOT NULL DEFAULT 'queued', "attempt" integer NOT NULL DEFAULT '0', "due_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "error" jsonb, "operation_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "started_at" TIMESTAMP WITH TIME ZONE, "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_a8ac0ae4cd6dad7a3452afd4c8d" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "function_invocations_open" ON "function_invocations"  ("connection_id", "created_at") WHERE finished_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX "function_invocations_finished" ON "function_invocations"  ("finished_at") WHERE finished_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "IDX_ad92d84e6a8e17ee211f1b329a" ON "function_invocations"  ("environment_id", "created_at")`,
    );
    await runner.query(`ALTER TABLE "connections" ADD "validating_since" TIMESTAMP WITH TIME ZONE`);
    await runner.query(
      `CREATE INDEX "connections_validating" ON "connections"  ("validating_since") WHERE validating_since IS NOT NULL`,
    );
    await runner.query(
      `ALTER TABLE "function_invocations" ADD CONSTRAINT "FK_71ad015c1e4253562a109f07037" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "function_invocations" ADD CONSTRAINT "FK_9b4f280b454b88241fde61ecce8" FOREIGN KEY ("function_version_id") REFERENCES "function_versions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "function_invocations" DROP CONSTRAINT "FK_9b4f280b454b88241fde61ecce8"`);
    await runner.query(`ALTER TABLE "function_invocations" DROP CONSTRAINT "FK_71ad015c1e4253562a109f07037"`);
    await runner.query(`DROP INDEX "public"."connections_validating"`);
    await runner.query(`ALTER TABLE "connections" DROP COLUMN "validating_since"`);
    await runner.query(`DROP INDEX "public"."IDX_ad92d84e6a8e17ee211f1b329a"`);
    await runner.query(`DROP INDEX "public"."function_invocations_finished"`);
    await runner.query(`DROP INDEX "public"."function_invocations_open"`);
    await runner.query(`DROP TABLE "function_invocations"`);
  }
}
