import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Freshness1795294147438 implements MigrationInterface {
  readonly name = 'Freshness1795294147438';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."connections_expires_at"`);
    await runner.query(
      `CREATE TABLE "credential_revocations" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "batch_id" uuid NOT NULL, "environment_id" integer NOT NULL, "integration_id" integer NOT NULL, "connection_id" integer NOT NULL, "connection_key" text NOT NULL, "provider_config_key" text NOT NULL, "provider" text NOT NULL, "subject_sealed" text, "status" text NOT NULL DEFAULT 'waiting', "attempts" integer NOT NULL DEFAULT '0', "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "last_failure" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_9a0168db16301d339f7e94bddbd" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "credential_revocations_purge" ON "credential_revocations"  ("finished_at") WHERE finished_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "IDX_f01070f567df3001aa2ddaae3e" ON "credential_revocations"  ("batch_id", "next_attempt_at") WHERE finished_at IS NULL`,
    );
    await runner.query(
      `CREATE TABLE "provider_outages" ("integration_id" integer NOT NULL, "host" text NOT NULL, "failed_connection_ids" integer array NOT NULL, "window_began_at" TIMESTAMP WITH TIME ZONE NOT NULL, "opened_at" TIMESTAMP WITH TIME ZONE, "next_probe_at" TIMESTAMP WITH TIME ZONE NOT NULL, "probes" integer NOT NULL DEFAULT '0', "reason" text NOT NULL, CONSTRAINT "PK_ebe059eb40872b4905f83df605b" PRIMARY KEY ("integration_id", "host"))`,
    );
    await runner.query(`ALTER TABLE "connections" ADD "refresh_retry_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "connections" ADD "refresh_trouble_id" uuid`);
    await runner.query(`ALTER TABLE "connections" ADD "next_check_at" TIMESTAMP WITH TIME ZONE DEFAULT now()`);
    await runner.query(
      `CREATE INDEX "connections_next_check" ON "connections"  ("next_check_at") WHERE deleted_at IS NULL AND next_check_at IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."connections_next_check"`);
    await runner.query(`ALTER TABLE "connections" DROP COLUMN "next_check_at"`);
    await runner.query(`ALTER TABLE "connections" DROP COLUMN "refresh_trouble_id"`);
    await runner.query(`ALTER TABLE "connections" DROP COLUMN "refresh_retry_at"`);
    await runner.query(`DROP TABLE "provider_outages"`);
    await runner.query(`DROP INDEX "public"."IDX_f01070f567df3001aa2ddaae3e"`);
    await runner.query(`DROP INDEX "public"."credential_revocations_purge"`);
    await runner.query(`DROP TABLE "credential_revocations"`);
    await runner.query(
      `CREATE INDEX "connections_expires_at" ON "connections" USING btree ("expires_at") WHERE ((deleted_at IS NULL) AND (expires_at IS NOT NULL))`,
    );
  }
}
