import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SyncCheckpoints1795294973531 implements MigrationInterface {
  readonly name = 'SyncCheckpoints1795294973531';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "sync_checkpoints" ("sync_id" uuid NOT NULL, "version" integer NOT NULL, "checkpoint" jsonb NOT NULL, "run_id" uuid, "saved_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "PK_d0fb5ea0fb5d488f91486deea8e" PRIMARY KEY ("sync_id", "version"))`,
    );
    await runner.query(
      `ALTER TABLE "sync_checkpoints" ADD CONSTRAINT "FK_6549a963ea2f449e0b32ebdda1a" FOREIGN KEY ("sync_id") REFERENCES "syncs"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "sync_checkpoints" DROP CONSTRAINT "FK_6549a963ea2f449e0b32ebdda1a"`);
    await runner.query(`DROP TABLE "sync_checkpoints"`);
  }
}
