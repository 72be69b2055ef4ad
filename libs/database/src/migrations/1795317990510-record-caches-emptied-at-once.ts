import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecordCachesEmptiedAtOnce1795317990510 implements MigrationInterface {
  readonly name = 'RecordCachesEmptiedAtOnce1795317990510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "record_streams" ADD "emptied_to_seq" bigint`);
    await runner.query(
      `CREATE INDEX "record_streams_emptied" ON "record_streams"  ("id") WHERE emptied_to_seq IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."record_streams_emptied"`);
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "emptied_to_seq"`);
  }
}
