import type { MigrationInterface, QueryRunner } from 'typeorm';

export class WebhookRunsByTime1795320859209 implements MigrationInterface {
  readonly name = 'WebhookRunsByTime1795320859209';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."IDX_159b688e7eb2f1039521807cae"`);
    await runner.query(
      `CREATE INDEX "IDX_8874d00be77454857121836c2f" ON "webhook_runs"  ("environment_id", "created_at")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."IDX_8874d00be77454857121836c2f"`);
    await runner.query(
      `CREATE INDEX "IDX_159b688e7eb2f1039521807cae" ON "webhook_runs" USING btree ("environment_id", "id")`,
    );
  }
}
