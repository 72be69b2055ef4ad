import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CustomProviders1795298336901 implements MigrationInterface {
  readonly name = 'CustomProviders1795298336901';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "custom_providers" ("id" integer GENERATED ALWAYS AS IDENTITY NOT NULL, "environment_id" integer NOT NULL, "name" text NOT NULL, "definition" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "PK_e2c3888ea97c8d804ffe2877be4" PRIMARY KEY ("id"))`,
    );
    await runner.query(
      `CREATE UNIQUE INDEX "IDX_4faa7b57b746af258bba09ecd6" ON "custom_providers"  ("environment_id", "name")`,
    );
    await runner.query(
      `ALTER TABLE "custom_providers" ADD CONSTRAINT "FK_9f1d0c5378cad22390d2d946286" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "custom_providers" DROP CONSTRAINT "FK_9f1d0c5378cad22390d2d946286"`);
    await runner.query(`DROP INDEX "public"."IDX_4faa7b57b746af258bba09ecd6"`);
    await runner.query(`DROP TABLE "custom_providers"`);
  }
}
