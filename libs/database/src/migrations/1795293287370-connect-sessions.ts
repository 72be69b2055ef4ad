import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ConnectSessions1795293287370 implements MigrationInterface {
  readonly name = 'ConnectSessions1795293287370';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "connect_sessions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "token_hash" bytea NOT NULL, "allowed_integrations" text array, "details_sealed" text, "tags" jsonb, "end_user" jsonb, "webhook_url" text, "return_url" text, "reconnect_id" integer, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "UQ_2fbcf9f54534d049b968fa6d431" UNIQUE ("token_hash"), CONSTRAINT "PK_982053319b186a5483cb7be9321" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "connect_sessions_purge" ON "connect_sessions"  ("expires_at")`);
    await runner.query(
      `CREATE TABLE "connect_attempts" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "session_id" uuid NOT NULL, "integration_id" integer NOT NULL, "attempt" uuid, "ws_client_id" text, "cookie_hash" bytea NOT NULL, "memory_sealed" text, "status" text NOT NULL DEFAULT 'waiting', "connection_id" text, "is_pending" boolean NOT NULL DEFAULT false, "error_type" text, "error_description" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_a29ab7dee0fb0aec0d39d032679" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "connect_attempts_purge" ON "connect_attempts"  ("expires_at")`);
    await runner.query(
      `CREATE INDEX "connect_attempts_socket" ON "connect_attempts"  ("ws_client_id") WHERE ws_client_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "IDX_c0d12dec199c38a6266b0df255" ON "connect_attempts"  ("session_id", "attempt", "created_at")`,
    );
    await runner.query(
      `CREATE TABLE "webhook_events" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "connection_id" integer, "type" text NOT NULL, "payload" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_4cba37e6a0acb5e1fc49c34ebfd" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "webhook_events_purge" ON "webhook_events"  ("created_at")`);
    await runner.query(
      `CREATE INDEX "IDX_d49d21abf6668c88c3f001656c" ON "webhook_events"  ("environment_id", "created_at")`,
    );
    await runner.query(
      `ALTER TABLE "connect_sessions" ADD CONSTRAINT "FK_3925d4d05c174afabbba7bfbb67" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connect_sessions" ADD CONSTRAINT "FK_2838b6d3f357519bbec9df67ae2" FOREIGN KEY ("reconnect_id") REFERENCES "connections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connect_attempts" ADD CONSTRAINT "FK_f956436ff0c9c2f05bb5ff4df65" FOREIGN KEY ("session_id") REFERENCES "connect_sessions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connect_attempts" ADD CONSTRAINT "FK_6172971634c71de6ef20784dd0b" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "webhook_events" ADD CONSTRAINT "FK_66e604bd2d84080c5d506ca2acc" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhook_events" DROP CONSTRAINT "FK_66e604bd2d84080c5d506ca2acc"`);
    await runner.query(`ALTER TABLE "connect_attempts" DROP CONSTRAINT "FK_6172971634c71de6ef20784dd0b"`);
    await runner.query(`ALTER TABLE "connect_attempts" DROP CONSTRAINT "FK_f956436ff0c9c2f05bb5ff4df65"`);
    await runner.query(`ALTER TABLE "connect_sessions" DROP CONSTRAINT "FK_2838b6d3f357519bbec9df67ae2"`);
    await runner.query(`ALTER TABLE "connect_sessions" DROP CONSTRAINT "FK_3925d4d05c174afabbba7bfbb67"`);
    await runner.query(`DROP INDEX "public"."IDX_d49d21abf6668c88c3f001656c"`);
    await runner.query(`DROP INDEX "public"."webhook_events_purge"`);
    await runner.query(`DROP TABLE "webhook_events"`);
    await runner.query(`DROP INDEX "public"."IDX_c0d12dec199c38a6266b0df255"`);
    await runner.query(`DROP INDEX "public"."connect_attempts_socket"`);
    await runner.query(`DROP INDEX "public"."connect_attempts_purge"`);
    await runner.query(`DROP TABLE "connect_attempts"`);
    await runner.query(`DROP INDEX "public"."connect_sessions_purge"`);
    await runner.query(`DROP TABLE "connect_sessions"`);
  }
}
