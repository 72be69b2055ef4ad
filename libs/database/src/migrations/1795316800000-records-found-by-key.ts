import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * PostgreSQL's statistics list the streams that hold most records. For one that they do not list yet, such as a new sync's, the
 * planner expects a single record, takes an index that knows the stream but not the record's id, and reads the whole stream for
 * every record saved. Without statistics of that column it expects many in every stream and looks records up by their key.
 * Naming the column's own type again drops the statistics that are there.
 */
export class RecordsFoundByKey1795316800000 implements MigrationInterface {
  readonly name = 'RecordsFoundByKey1795316800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "records" ALTER COLUMN "stream_id" TYPE integer, ALTER COLUMN "stream_id" SET STATISTICS 0`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "records" ALTER COLUMN "stream_id" SET STATISTICS -1`);
  }
}
