import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhooksFoundByConnection1795360517096 implements MigrationInterface {
  readonly name = 'WebhooksFoundByConnection1795360517096';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "webhook_events_connection" ON "webhook_events"  ("connection_id", "created_at") WHERE connection_id IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX "webhook_deliveries_dead_list" ON "webhook_deliveries"  ("environment_id", "id") WHERE status = 'dead'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."webhook_deliveries_dead_list"`);
    await runner.query(`DROP INDEX "public"."webhook_events_connection"`);
  }
}
