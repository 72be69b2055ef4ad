import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Lanes1795305851771 implements MigrationInterface {
  readonly name = 'Lanes1795305851771';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "lanes" ("kind" text NOT NULL, "key" text NOT NULL, "environment_id" integer NOT NULL, "subject" jsonb NOT NULL DEFAULT '{}', "busy" boolean NOT NULL DEFAULT false, "closed" boolean NOT NULL DEFAULT false, "wake_at" TIMESTAMP WITH TIME ZONE, "touched_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_5e40a1e71ec9466bdeb6c194ab9" PRIMARY KEY ("kind", "key"))`,
    );
    await runner.query(`CREATE INDEX "lanes_untouched" ON "lanes"  ("kind", "touched_at")`);
    await runner.query(
      `ALTER TABLE "lanes" ADD CONSTRAINT "FK_8fef85424b9c9dfd69171e12b43" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "lanes" DROP CONSTRAINT "FK_8fef85424b9c9dfd69171e12b43"`);
    await runner.query(`DROP INDEX "public"."lanes_untouched"`);
    await runner.query(`DROP TABLE "lanes"`);
  }
}
