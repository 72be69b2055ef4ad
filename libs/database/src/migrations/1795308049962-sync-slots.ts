import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SyncSlots1795308049962 implements MigrationInterface {
  readonly name = 'SyncSlots1795308049962';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sync_runs" ADD "slot_asked_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sync_runs" DROP COLUMN "slot_asked_at"`);
  }
}
