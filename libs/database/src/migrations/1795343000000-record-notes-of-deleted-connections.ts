import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Streams that something is kept of although their row is gone; looked up one by one in the index, however many rows each has. */
const orphans = (table: string): string => `WITH RECURSIVE held AS (
    (SELECT stream_id FROM "${table}" ORDER BY stream_id LIMIT 1)
    UNION ALL
    SELECT (SELECT t.stream_id FROM "${table}" t WHERE t.stream_id > h.stream_id ORDER BY t.stream_id LIMIT 1)
      FROM held h WHERE h.stream_id IS NOT NULL
  )
  DELETE FROM "${table}" WHERE stream_id IN (
    SELECT h.stream_id FROM held h WHERE NOT EXISTS (SELECT FROM "record_streams" s WHERE s.id = h.stream_id)
  )`;

export class RecordNotesOfDeletedConnections1795343000000 implements MigrationInterface {
  readonly name = 'RecordNotesOfDeletedConnections1795343000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(orphans('record_seen'));
    await runner.query(orphans('records'));
  }

  async down(): Promise<void> {
    // What belonged to nobody is not missed.
  }
}
