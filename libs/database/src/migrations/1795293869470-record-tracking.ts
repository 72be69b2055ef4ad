import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lays one JSON value over another: objects key by key and as deep as they go, anything else as a whole. Works on the texts, so
 * that the order of keys and the spelling of numbers stay as they were saved.
 */
const JSON_DEEP_MERGE = `
  CREATE FUNCTION json_deep_merge(base json, patch json) RETURNS json LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN
    IF json_typeof(base) <> 'object' OR json_typeof(patch) <> 'object' THEN RETURN patch; END IF;
    RETURN (
      SELECT '{' || coalesce(string_agg(to_json(key)::text || ':' || value::text, ',' ORDER BY side, place), '') || '}'
        FROM (
          SELECT 1 AS side, b.place, b.key,
                 CASE WHEN p.key IS NULL THEN b.value ELSE json_deep_merge(b.value, p.value) END AS value
            FROM json_each(base) WITH ORDINALITY AS b(key, value, place) LEFT JOIN json_each(patch) p ON p.key = b.key
          UNION ALL
          SELECT 2, p.place, p.key, p.value
            FROM json_each(patch) WITH ORDINALITY AS p(key, value, place)
           WHERE p.key NOT IN (SELECT b.key FROM json_each(base) b)
        ) merged);
  END $$`;

export class RecordTracking1795293869470 implements MigrationInterface {
  readonly name = 'RecordTracking1795293869470';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "record_seen" ("stream_id" integer NOT NULL, "tracking_no" integer NOT NULL, "external_id" text NOT NULL, CONSTRAINT "PK_237c15045c3854205952ec908b3" PRIMARY KEY ("stream_id", "tracking_no", "external_id"))`,
    );
    await runner.query(`ALTER TABLE "record_streams" ADD "tracked_from_seq" bigint`);
    await runner.query(`ALTER TABLE "record_streams" ADD "tracking_no" integer NOT NULL DEFAULT '0'`);
    await runner.query(`ALTER TABLE "record_streams" ADD "pruned_to_seq" bigint NOT NULL DEFAULT '0'`);
    await runner.query(JSON_DEEP_MERGE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION json_deep_merge');
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "pruned_to_seq"`);
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "tracking_no"`);
    await runner.query(`ALTER TABLE "record_streams" DROP COLUMN "tracked_from_seq"`);
    await runner.query(`DROP TABLE "record_seen"`);
  }
}
