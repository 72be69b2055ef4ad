import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookEventSizes1795362900000 implements MigrationInterface {
  readonly name = 'WebhookEventSizes1795362900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhook_events" ADD "payload_bytes" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "webhook_events" DROP COLUMN "payload_bytes"`);
  }
}
