import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every table that has an entity. Generated from the entities. */
export class InitialSchema1763740800000 implements MigrationInterface {
  readonly name = 'InitialSchema1763740800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "accounts" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_2db43cdbf7bb862e577b5f540c8" UNIQUE ("name"), CONSTRAINT "PK_5a7a02c20412299d198e097a8fe" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE TABLE "account_keys" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "account_id" integer NOT NULL, "display_name" text NOT NULL, "hash" bytea NOT NULL, "scopes" text array NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_9149118248e7c70464d8f0a8800" UNIQUE ("hash"), CONSTRAINT "PK_4f15decd920a924c56deb9cb859" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_91e280f7158a67171581cb483a" ON "account_keys"  ("account_id")`);
    await runner.query(
      `CREATE TABLE "environments" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "uuid" uuid NOT NULL DEFAULT gen_random_uuid(), "account_id" integer NOT NULL, "name" text NOT NULL, "is_production" boolean NOT NULL DEFAULT false, "callback_url" text, "webhook_signing_key_sealed" text NOT NULL, "settings" jsonb NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "UQ_ee5c9b42137c146de88979546bd" UNIQUE ("uuid"), CONSTRAINT "PK_ec32d12469ec3c2f2f20c4f5e71" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_780f9d1e6acc94a973867d9723" ON "environments"  ("account_id", "name") WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE TABLE "integrations" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "unique_key" text NOT NULL, "provider" text NOT NULL, "display_name" text NOT NULL, "forward_webhooks" boolean NOT NULL DEFAULT true, "credentials_sealed" text, "config_sealed" text, "custom" jsonb NOT NULL DEFAULT '{}', "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_9adcdc6d6f3922535361ce641e8" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_8ad0c6cae81e664ce0d834a601" ON "integrations"  ("environment_id", "unique_key") WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE TABLE "connections" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "integration_id" integer NOT NULL, "connection_id" text NOT NULL, "credentials_sealed" text, "credentials_version" integer NOT NULL DEFAULT '1', "expires_at" TIMESTAMP WITH TIME ZONE, "issued_at" TIMESTAMP WITH TIME ZONE, "metadata" jsonb, "connection_config" jsonb NOT NULL DEFAULT '{}', "tags" jsonb NOT NULL DEFAULT '{}', "end_user" jsonb, "webhook_url" text, "via_session" boolean NOT NULL DEFAULT false, "errors" jsonb NOT NULL DEFAULT '[]', "refresh_lease" uuid, "refresh_lease_until" TIMESTAMP WITH TIME ZONE, "refresh_sent_at" TIMESTAMP WITH TIME ZONE, "refresh_round" integer NOT NULL DEFAULT '0', "refresh_token_rotates" boolean, "refresh_failed_at" TIMESTAMP WITH TIME ZONE, "refresh_failed_days" integer NOT NULL DEFAULT '0', "refresh_failure_reason" text, "last_fetched_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_0a1f844af3122354cbd487a8d03" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "connections_purge" ON "connections"  ("deleted_at") WHERE deleted_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "connections_end_user" ON "connections" USING gin ("end_user") WHERE deleted_at IS NULL`,
    );
    await runner.query(`CREATE INDEX "connections_tags" ON "connections" USING gin ("tags") WHERE deleted_at IS NULL`);
    await runner.query(
      `CREATE INDEX "connections_expires_at" ON "connections"  ("expires_at") WHERE deleted_at IS NULL AND expires_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "IDX_68fc8ed2a49434b11450b68337" ON "connections"  ("environment_id", "created_at", "id")`,
    );
    await runner.query(
      `CREATE INDEX "IDX_cb3284fb1dc9ad21884fe93d83" ON "connections"  ("environment_id", "connection_id")`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_b409aa2ba095f4217bafd79a93" ON "connections"  ("integration_id", "connection_id") WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE TABLE "functions" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "integration_id" integer NOT NULL, "type" text NOT NULL, "name" text NOT NULL, "enabled" boolean NOT NULL DEFAULT true, "source" text NOT NULL DEFAULT 'repo', "current_version_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_203889d2ae5a98ffc137739301e" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_987db9ba942a9f5d6ca7795517" ON "functions"  ("environment_id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_61a274fc94c88dc9b2859fd9cf" ON "functions"  ("integration_id", "type", "name") WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE TABLE "function_versions" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "function_id" integer NOT NULL, "deployment_id" uuid NOT NULL, "version" text, "script_hash" text NOT NULL, "source_code" text NOT NULL, "definition" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_9e2a4c013dc36f6e5af543e77c1" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "IDX_59121bad54ec63bf0f035919fb" ON "function_versions"  ("function_id", "created_at")`,
    );
    await runner.query(
      `CREATE TABLE "action_runs" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "connection_id" integer NOT NULL, "function_version_id" uuid NOT NULL, "action_name" text NOT NULL, "status" text NOT NULL DEFAULT 'queued', "attempt" integer NOT NULL DEFAULT '0', "max_retries" integer NOT NULL DEFAULT '0', "input_sealed" text, "output_sealed" text, "error_sealed" text, "idempotency_key" text, "request_hash" bytea, "operation_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "started_at" TIMESTAMP WITH TIME ZONE, "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_a5252c9b94cd84891967a30f4d3" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "action_runs_finished" ON "action_runs"  ("finished_at") WHERE finished_at IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "action_runs_open" ON "action_runs"  ("created_at") WHERE finished_at IS NULL`);
    await runner.query(
      `CREATE UNIQUE INDEX "action_runs_idempotency" ON "action_runs"  ("environment_id", "idempotency_key") WHERE idempotency_key IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "IDX_39a2f99016e3aba6b54db65ceb" ON "action_runs"  ("environment_id", "created_at")`,
    );
    await runner.query(
      `CREATE TABLE "api_keys" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "display_name" text NOT NULL, "hash" bytea NOT NULL, "scopes" text array NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "UQ_598a14447f592c12d1fe22ba918" UNIQUE ("hash"), CONSTRAINT "PK_5c8a79801b44bd27b79228e1dad" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_86037d7f7f71e4ba563d72ef51" ON "api_keys"  ("environment_id", "display_name")`,
    );
    await runner.query(
      `CREATE TABLE "environment_variables" ("environment_id" integer NOT NULL, "name" text NOT NULL, "value_sealed" text NOT NULL, CONSTRAINT "PK_73612715385fb358ab313c2bc77" PRIMARY KEY ("environment_id", "name"))`,
    );
    await runner.query(
      `CREATE TABLE "rate_limit_windows" ("bucket" text NOT NULL, "window_start" integer NOT NULL, "count" integer NOT NULL, CONSTRAINT "PK_ae593e8e73f95b5e7da682a8b7b" PRIMARY KEY ("bucket", "window_start"))`,
    );
    await runner.query(
      `CREATE TABLE "records" ("stream_id" integer NOT NULL, "external_id" text NOT NULL, "seq" bigint NOT NULL, "hash" uuid, "payload" json, "payload_bytes" integer NOT NULL, "first_seen_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_modified_at" TIMESTAMP WITH TIME ZONE NOT NULL, "deleted_at" TIMESTAMP WITH TIME ZONE, "pruned_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_931e64a7fa8cc850372e50aabb5" PRIMARY KEY ("stream_id", "external_id"))`,
    );
    await runner.query(
      `CREATE INDEX "records_stream_deleted" ON "records"  ("stream_id", "seq") WHERE deleted_at IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "records_stream_modified" ON "records"  ("stream_id", "last_modified_at", "seq")`);
    await runner.query(`CREATE UNIQUE INDEX "records_stream_seq" ON "records"  ("stream_id", "seq")`);
    await runner.query(
      `CREATE TABLE "record_streams" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "connection_id" integer NOT NULL, "model" text NOT NULL, "variant" text NOT NULL DEFAULT 'base', "last_seq" bigint NOT NULL DEFAULT '0', "last_written_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), "live_count" bigint NOT NULL DEFAULT '0', CONSTRAINT "PK_a781bd6c96fd2b5507ead97d75c" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_f6fbc631b195b3f6aa29a1be82" ON "record_streams"  ("connection_id", "model", "variant")`,
    );
    await runner.query(
      `CREATE TABLE "scripts" ("environment_id" integer NOT NULL, "hash" text NOT NULL, "code" text NOT NULL, "source_map" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_8d8431d72ecf0926613d2ea177d" PRIMARY KEY ("environment_id", "hash"))`,
    );
    await runner.query(
      `CREATE TABLE "syncs" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "integration_id" integer NOT NULL, "connection_id" integer NOT NULL, "function_id" integer NOT NULL, "name" text NOT NULL, "variant" text NOT NULL DEFAULT 'base', "frequency" text, "frequency_override" text, "offset_ms" integer NOT NULL DEFAULT '0', "paused" boolean NOT NULL DEFAULT false, "pause_reason" text, "pending_trigger" text, "pending_trigger_at" TIMESTAMP WITH TIME ZONE, "checkpoint" jsonb, "checkpoint_version" integer NOT NULL DEFAULT '0', "last_sync_date" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_364d2c68bdf2831bc1d5ab9fd96" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE INDEX "syncs_pending_trigger" ON "syncs"  ("pending_trigger_at") WHERE pending_trigger IS NOT NULL AND deleted_at IS NULL`,
    );
    await runner.query(`CREATE INDEX "IDX_da6973fde93ded952480ff2870" ON "syncs"  ("integration_id")`);
    await runner.query(`CREATE INDEX "IDX_cbfe77ddc13dd3423b94b6abc7" ON "syncs"  ("function_id")`);
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_563f82c005487245ce3c98b355" ON "syncs"  ("connection_id", "name", "variant") WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE TABLE "sync_runs" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "sync_id" uuid NOT NULL, "function_version_id" uuid NOT NULL, "status" text NOT NULL DEFAULT 'RUNNING', "reason" text, "trigger" text NOT NULL DEFAULT 'schedule', "epoch" integer NOT NULL DEFAULT '0', "slices" integer NOT NULL DEFAULT '0', "workflow_id" text NOT NULL, "temporal_run_id" text NOT NULL, "owner_id" uuid, "slice_run_id" text, "slice_activity_id" text, "slice_outcome" jsonb, "results" jsonb NOT NULL DEFAULT '{}', "checkpoint_from" jsonb, "checkpoint_to" jsonb, "error" jsonb, "operation_id" uuid NOT NULL, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_adf13fff41a683b3b991fb90b11" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "sync_runs_running" ON "sync_runs"  ("started_at") WHERE status = 'RUNNING'`);
    await runner.query(`CREATE INDEX "IDX_1752bbdbc32e6890d80c9aea3a" ON "sync_runs"  ("started_at")`);
    await runner.query(`CREATE INDEX "IDX_61ca72d677fefdd17b2b88a943" ON "sync_runs"  ("sync_id", "started_at")`);
    await runner.query(
      `CREATE UNIQUE INDEX "sync_runs_one_running" ON "sync_runs"  ("sync_id") WHERE status = 'RUNNING'`,
    );
    await runner.query(
      `CREATE TABLE "temporal_commands" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "kind" text NOT NULL, "key" text NOT NULL, "input" jsonb NOT NULL DEFAULT '{}', "attempts" integer NOT NULL DEFAULT '0', "due_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "last_error" text, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_60bec49370e36e6a8b024991993" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_9aad52e6f1eedb8aa0dbc5b9cb" ON "temporal_commands"  ("key", "id")`);
    await runner.query(`CREATE INDEX "temporal_commands_due" ON "temporal_commands"  ("due_at", "id")`);
    await runner.query(
      `CREATE TABLE "worker_processes" ("id" uuid NOT NULL, "heartbeat_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "PK_eb012a1384b26dfe243d6785dae" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `ALTER TABLE "account_keys" ADD CONSTRAINT "FK_91e280f7158a67171581cb483a9" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "environments" ADD CONSTRAINT "FK_587eea4e59fa2f159f7b02abbc0" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "integrations" ADD CONSTRAINT "FK_329450794ea6dc0188d62e8a245" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "FK_e232f7a99a328e8a5ee0709b087" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "connections" ADD CONSTRAINT "FK_9a8129f4cd7f720d4254c3b85ba" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "functions" ADD CONSTRAINT "FK_731c201fe7e1a18063fff6a020b" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "function_versions" ADD CONSTRAINT "FK_09eabee96a14e99dcf9775f327b" FOREIGN KEY ("function_id") REFERENCES "functions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "action_runs" ADD CONSTRAINT "FK_59ebbd70ce51e943fb9b00a5c2d" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "action_runs" ADD CONSTRAINT "FK_f612c919f1997069ca1f70836e0" FOREIGN KEY ("function_version_id") REFERENCES "function_versions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "api_keys" ADD CONSTRAINT "FK_481ca7cc5ed7ece012152bef73c" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "environment_variables" ADD CONSTRAINT "FK_b90b55d57087ae4a0dd7afb1940" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "record_streams" ADD CONSTRAINT "FK_26304aa446bb8c9488be46967e5" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "scripts" ADD CONSTRAINT "FK_f38829d8472e84375825acffebb" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "syncs" ADD CONSTRAINT "FK_cb1bd09684c06ad424dacbbf28e" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "syncs" ADD CONSTRAINT "FK_cbfe77ddc13dd3423b94b6abc74" FOREIGN KEY ("function_id") REFERENCES "functions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "sync_runs" ADD CONSTRAINT "FK_2570ab21d7ad2b3be400ffa2602" FOREIGN KEY ("sync_id") REFERENCES "syncs"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "sync_runs" ADD CONSTRAINT "FK_f1f00a7f344ed7d152846ed4c7e" FOREIGN KEY ("function_version_id") REFERENCES "function_versions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sync_runs" DROP CONSTRAINT "FK_f1f00a7f344ed7d152846ed4c7e"`);
    await runner.query(`ALTER TABLE "sync_runs" DROP CONSTRAINT "FK_2570ab21d7ad2b3be400ffa2602"`);
    await runner.query(`ALTER TABLE "syncs" DROP CONSTRAINT "FK_cbfe77ddc13dd3423b94b6abc74"`);
    await runner.query(`ALTER TABLE "syncs" DROP CONSTRAINT "FK_cb1bd09684c06ad424dacbbf28e"`);
    await runner.query(`ALTER TABLE "scripts" DROP CONSTRAINT "FK_f38829d8472e84375825acffebb"`);
    await runner.query(`ALTER TABLE "record_streams" DROP CONSTRAINT "FK_26304aa446bb8c9488be46967e5"`);
    await runner.query(`ALTER TABLE "environment_variables" DROP CONSTRAINT "FK_b90b55d57087ae4a0dd7afb1940"`);
    await runner.query(`ALTER TABLE "api_keys" DROP CONSTRAINT "FK_481ca7cc5ed7ece012152bef73c"`);
    await runner.query(`ALTER TABLE "action_runs" DROP CONSTRAINT "FK_f612c919f1997069ca1f70836e0"`);
    await runner.query(`ALTER TABLE "action_runs" DROP CONSTRAINT "FK_59ebbd70ce51e943fb9b00a5c2d"`);
    await runner.query(`ALTER TABLE "function_versions" DROP CONSTRAINT "FK_09eabee96a14e99dcf9775f327b"`);
    await runner.query(`ALTER TABLE "functions" DROP CONSTRAINT "FK_731c201fe7e1a18063fff6a020b"`);
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "FK_9a8129f4cd7f720d4254c3b85ba"`);
    await runner.query(`ALTER TABLE "connections" DROP CONSTRAINT "FK_e232f7a99a328e8a5ee0709b087"`);
    await runner.query(`ALTER TABLE "integrations" DROP CONSTRAINT "FK_329450794ea6dc0188d62e8a245"`);
    await runner.query(`ALTER TABLE "environments" DROP CONSTRAINT "FK_587eea4e59fa2f159f7b02abbc0"`);
    await runner.query(`ALTER TABLE "account_keys" DROP CONSTRAINT "FK_91e280f7158a67171581cb483a9"`);
    await runner.query(`DROP TABLE "worker_processes"`);
    await runner.query(`DROP INDEX "public"."temporal_commands_due"`);
    await runner.query(`DROP INDEX "public"."IDX_9aad52e6f1eedb8aa0dbc5b9cb"`);
    await runner.query(`DROP TABLE "temporal_commands"`);
    await runner.query(`DROP INDEX "public"."sync_runs_one_running"`);
    await runner.query(`DROP INDEX "public"."IDX_61ca72d677fefdd17b2b88a943"`);
    await runner.query(`DROP INDEX "public"."IDX_1752bbdbc32e6890d80c9aea3a"`);
    await runner.query(`DROP INDEX "public"."sync_runs_running"`);
    await runner.query(`DROP TABLE "sync_runs"`);
    await runner.query(`DROP INDEX "public"."IDX_563f82c005487245ce3c98b355"`);
    await runner.query(`DROP INDEX "public"."IDX_cbfe77ddc13dd3423b94b6abc7"`);
    await runner.query(`DROP INDEX "public"."IDX_da6973fde93ded952480ff2870"`);
    await runner.query(`DROP INDEX "public"."syncs_pending_trigger"`);
    await runner.query(`DROP TABLE "syncs"`);
    await runner.query(`DROP TABLE "scripts"`);
    await runner.query(`DROP INDEX "public"."IDX_f6fbc631b195b3f6aa29a1be82"`);
    await runner.query(`DROP TABLE "record_streams"`);
    await runner.query(`DROP INDEX "public"."records_stream_seq"`);
    await runner.query(`DROP INDEX "public"."records_stream_modified"`);
    await runner.query(`DROP INDEX "public"."records_stream_deleted"`);
    await runner.query(`DROP TABLE "records"`);
    await runner.query(`DROP TABLE "rate_limit_windows"`);
    await runner.query(`DROP TABLE "environment_variables"`);
    await runner.query(`DROP INDEX "public"."IDX_86037d7f7f71e4ba563d72ef51"`);
    await runner.query(`DROP TABLE "api_keys"`);
    await runner.query(`DROP INDEX "public"."IDX_39a2f99016e3aba6b54db65ceb"`);
    await runner.query(`DROP INDEX "public"."action_runs_idempotency"`);
    await runner.query(`DROP INDEX "public"."action_runs_open"`);
    await runner.query(`DROP INDEX "public"."action_runs_finished"`);
    await runner.query(`DROP TABLE "action_runs"`);
    await runner.query(`DROP INDEX "public"."IDX_59121bad54ec63bf0f035919fb"`);
    await runner.query(`DROP TABLE "function_versions"`);
    await runner.query(`DROP INDEX "public"."IDX_61a274fc94c88dc9b2859fd9cf"`);
    await runner.query(`DROP INDEX "public"."IDX_987db9ba942a9f5d6ca7795517"`);
    await runner.query(`DROP TABLE "functions"`);
    await runner.query(`DROP INDEX "public"."IDX_b409aa2ba095f4217bafd79a93"`);
    await runner.query(`DROP INDEX "public"."IDX_cb3284fb1dc9ad21884fe93d83"`);
    await runner.query(`DROP INDEX "public"."IDX_68fc8ed2a49434b11450b68337"`);
    await runner.query(`DROP INDEX "public"."connections_expires_at"`);
    await runner.query(`DROP INDEX "public"."connections_tags"`);
    await runner.query(`DROP INDEX "public"."connections_end_user"`);
    await runner.query(`DROP INDEX "public"."connections_purge"`);
    await runner.query(`DROP TABLE "connections"`);
    await runner.query(`DROP INDEX "public"."IDX_8ad0c6cae81e664ce0d834a601"`);
    await runner.query(`DROP TABLE "integrations"`);
    await runner.query(`DROP INDEX "public"."IDX_780f9d1e6acc94a973867d9723"`);
    await runner.query(`DROP TABLE "environments"`);
    await runner.query(`DROP INDEX "public"."IDX_91e280f7158a67171581cb483a"`);
    await runner.query(`DROP TABLE "account_keys"`);
    await runner.query(`DROP TABLE "accounts"`);
  }
}
