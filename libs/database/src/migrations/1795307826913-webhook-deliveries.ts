import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookDeliveries1795307826913 implements MigrationInterface {
  readonly name = 'WebhookDeliveries1795307826913';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "webhook_endpoints" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "url" text NOT NULL, "url_hash" bytea NOT NULL, "paused_at" TIMESTAMP WITH TIME ZONE, "failures" integer NOT NULL DEFAULT '0', "failing_since" TIMESTAMP WITH TIME ZONE, "parked_until" TIMESTAMP WITH TIME ZONE, "parks" integer NOT NULL DEFAULT '0', "recovering_since" TIMESTAMP WITH TIME ZONE, "last_success_at" TIMESTAMP WITH TIME ZONE, "last_failure_at" TIMESTAMP WITH TIME ZONE, "last_error" text, "told_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_054c4cfb95223732f5939d2d546" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "webhook_endpoints_url" ON "webhook_endpoints"  ("environment_id", "url_hash")`,
    );
    await runner.query(
      `CREATE TABLE "webhook_deliveries" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "event_id" uuid NOT NULL, "endpoint_id" uuid NOT NULL, "lane_key" text NOT NULL, "order_key" text, "status" text NOT NULL DEFAULT 'pending', "due_at" TIMESTAMP WITH TIME ZONE DEFAULT now(), "claims" integer NOT NULL DEFAULT '0', "attempts" integer NOT NULL DEFAULT '0', "give_up_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "finished_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "PK_535dd409947fb6d8fc6dfc0112a" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_bf4c2408a9971469612351d92a" ON "webhook_deliveries"  ("endpoint_id", "id")`);
    await runner.query(
      `CREATE INDEX "IDX_cbc98b5c79aab604d61d6bd411" ON "webhook_deliveries"  ("environment_id", "id")`,
    );
    await runner.query(`CREATE INDEX "IDX_27d1ee90033bdafe0ffe8f1be6" ON "webhook_deliveries"  ("event_id")`);
    await runner.query(
      `CREATE INDEX "webhook_deliveries_dead" ON "webhook_deliveries"  ("endpoint_id", "finished_at") WHERE status = 'dead'`,
    );
    await runner.query(
      `CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries"  ("lane_key", "order_key", "id") WHERE due_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries"  ("lane_key", "due_at", "id") WHERE due_at IS NOT NULL`,
    );
    await runner.query(
      `CREATE TABLE "webhook_attempts" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "delivery_id" bigint NOT NULL, "started_at" TIMESTAMP WITH TIME ZONE NOT NULL, "duration_ms" integer NOT NULL, "status" integer, "error" text, "answer" text, CONSTRAINT "PK_2de7e7887ad97de459adab62638" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_5f8b5cb423a16df616d5f6a6c4" ON "webhook_attempts"  ("delivery_id", "id")`);
    await runner.query(`ALTER TABLE "environments" ADD "webhook_signing_key_previous_sealed" text`);
    await runner.query(`ALTER TABLE "environments" ADD "webhook_signing_key_rotated_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "webhook_events" ADD "headers" jsonb`);
    await runner.query(
      `ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "FK_c98e568132bb0a52dfa43b8baa1" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "FK_7a27e9e44eaa03afbbea2403fd6" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "FK_27d1ee90033bdafe0ffe8f1be6f" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "FK_0b882c26a9b91c26e6e86b4867c" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "webhook_attempts" ADD CONSTRAINT "FK_0d56d91d61b827bb2079c256538" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhook_attempts" DROP CONSTRAINT "FK_0d56d91d61b827bb2079c256538"`);
    await runner.query(`ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "FK_0b882c26a9b91c26e6e86b4867c"`);
    await runner.query(`ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "FK_27d1ee90033bdafe0ffe8f1be6f"`);
    await runner.query(`ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "FK_7a27e9e44eaa03afbbea2403fd6"`);
    await runner.query(`ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "FK_c98e568132bb0a52dfa43b8baa1"`);
    await runner.query(`ALTER TABLE "webhook_events" DROP COLUMN "headers"`);
    await runner.query(`ALTER TABLE "environments" DROP COLUMN "webhook_signing_key_rotated_at"`);
    await runner.query(`ALTER TABLE "environments" DROP COLUMN "webhook_signing_key_previous_sealed"`);
    await runner.query(`DROP INDEX "public"."IDX_5f8b5cb423a16df616d5f6a6c4"`);
    await runner.query(`DROP TABLE "webhook_attempts"`);
    await runner.query(`DROP INDEX "public"."webhook_deliveries_due"`);
    await runner.query(`DROP INDEX "public"."webhook_deliveries_order"`);
    await runner.query(`DROP INDEX "public"."webhook_deliveries_dead"`);
    await runner.query(`DROP INDEX "public"."IDX_27d1ee90033bdafe0ffe8f1be6"`);
    await runner.query(`DROP INDEX "public"."IDX_cbc98b5c79aab604d61d6bd411"`);
    await runner.query(`DROP INDEX "public"."IDX_bf4c2408a9971469612351d92a"`);
    await runner.query(`DROP TABLE "webhook_deliveries"`);
    await runner.query(`DROP INDEX "public"."webhook_endpoints_url"`);
    await runner.query(`DROP TABLE "webhook_endpoints"`);
  }
}
