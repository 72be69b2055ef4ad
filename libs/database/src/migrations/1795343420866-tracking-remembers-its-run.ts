import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TrackingRemembersItsRun1795343420866 implements MigrationInterface {
  readonly name = 'TrackingRemembersItsRun1795343420866';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "record_streams" ADD "tracking_run_id" uuid`);
    await runner.query(`ALTER TABLE "record_streams" ADD "tracking_version" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "tracking_version"`);
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "tracking_run_id"`);
  }
}
