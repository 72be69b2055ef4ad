import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HeldDeletions1795297127985 implements MigrationInterface {
  readonly name = 'HeldDeletions1795297127985';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "record_streams" ADD "held_deletions" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "held_deletions"`);
  }
}
