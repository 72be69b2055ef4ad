import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InboundWebhooks1795308409308 implements MigrationInterface {
  readonly name = 'InboundWebhooks1795308409308';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "inbound_webhooks" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "lane_key" text NOT NULL, "order_key" text NOT NULL, "environment_id" integer NOT NULL, "integration_id" integer NOT NULL, "event_key" text, "event_type" text NOT NULL, "headers" jsonb NOT NULL, "query" jsonb NOT NULL, "body" bytea NOT NULL, "status" text NOT NULL DEFAULT 'received', "connection_ids" integer array NOT NULL DEFAULT '{}', "claims" integer NOT NULL DEFAULT '0', "due_at" TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp(), "error" text, "received_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), "processed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_25bf061a0a634a08516ba76e3d9" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "inbound_webhooks_purge" ON "inbound_webhooks"  ("received_at")`);
    await runner.query(`CREATE INDEX "inbound_webhooks_list" ON "inbound_webhooks"  ("environment_id", "id")`);
    await runner.query(
      `CREATE INDEX "inbound_webhooks_order" ON "inbound_webhooks"  ("lane_key", "order_key", "id") WHERE due_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "inbound_webhooks_due" ON "inbound_webhooks"  ("lane_key", "due_at", "id") WHERE due_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "inbound_webhooks_event" ON "inbound_webhooks"  ("integration_id", "event_key") WHERE event_key IS NOT NULL`,
    );
    await runner.query(`CREATE INDEX "integrations_provider" ON "integrations"  ("provider") WHERE deleted_at IS NULL`);
    await runner.query(
      `CREATE INDEX "integrations_unique_key" ON "integrations"  ("unique_key") WHERE deleted_at IS NULL`,
    );
    // What webhooks are matched by: containment only, for which this operator class is smaller and faster.
    await runner.query(
      `CREATE INDEX "connections_config_lookup" ON "connections" USING gin ("connection_config" jsonb_path_ops) WHERE deleted_at IS NULL`,
    );
    await runner.query(
      `CREATE INDEX "connections_metadata_lookup" ON "connections" USING gin ("metadata" jsonb_path_ops) WHERE deleted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."connections_metadata_lookup"`);
    await runner.query(`DROP INDEX "public"."connections_config_lookup"`);
    await runner.query(`DROP INDEX "public"."integrations_unique_key"`);
    await runner.query(`DROP INDEX "public"."integrations_provider"`);
    await runner.query(`DROP INDEX "public"."inbound_webhooks_event"`);
    await runner.query(`DROP INDEX "public"."inbound_webhooks_due"`);
    await runner.query(`DROP INDEX "public"."inbound_webhooks_order"`);
    await runner.query(`DROP INDEX "public"."inbound_webhooks_list"`);
    await runner.query(`DROP INDEX "public"."inbound_webhooks_purge"`);
    await runner.query(`DROP TABLE "inbound_webhooks"`);
  }
}
