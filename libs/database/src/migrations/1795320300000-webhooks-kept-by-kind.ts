import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhooksKeptByKind1795320300000 implements MigrationInterface {
  readonly name = 'WebhooksKeptByKind1795320300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "action_runs" ADD "is_awaited" boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE "webhook_events" ALTER COLUMN "payload" DROP NOT NULL`);
    await runner.query(
      `CREATE INDEX "webhook_events_bodies" ON "webhook_events"  ("created_at") WHERE payload IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."webhook_events_bodies"`);
    await runner.query(`UPDATE "webhook_events" SET "payload" = '{}' WHERE "payload" IS NULL`);
    await runner.query(`ALTER TABLE "webhook_events" ALTER COLUMN "payload" SET NOT NULL`);
    await runner.query(`ALTER TABLE "action_runs" DROP COLUMN "is_awaited"`);
  }
}
