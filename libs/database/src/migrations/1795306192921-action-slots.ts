import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ActionSlots1795306192921 implements MigrationInterface {
  readonly name = 'ActionSlots1795306192921';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "action_slots" ("process_id" uuid NOT NULL, "taken" jsonb NOT NULL, "seen_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "PK_2665030affc5ccf4f89926c7fcd" PRIMARY KEY ("process_id"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE "action_slots"`);
  }
}
