import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Deploys1795305936677 implements MigrationInterface {
  readonly name = 'Deploys1795305936677';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "deploys" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "environment_id" integer NOT NULL, "kind" text NOT NULL, "created_by" text, "restored_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "PK_9154e031234b1a8b6cd91de6ab0" PRIMARY KEY ("id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_7474a07443b386d4c4f7139017" ON "deploys"  ("environment_id", "created_at")`);
    await runner.query(
      `CREATE TABLE "deploy_changes" ("deploy_id" uuid NOT NULL, "function_id" integer NOT NULL, "from_version_id" uuid, "to_version_id" uuid, CONSTRAINT "PK_da0e8fe890be178097da19cf770" PRIMARY KEY ("deploy_id", "function_id"))`,
    );
    await runner.query(`CREATE INDEX "IDX_4793dbdb5794d5e5f4b3ae2b6b" ON "deploy_changes"  ("function_id")`);
    await runner.query(
      `ALTER TABLE "deploys" ADD CONSTRAINT "FK_7cb9e1108475e646928b89b2e00" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "deploy_changes" ADD CONSTRAINT "FK_5d28042ed6158b33e8ab5c7addb" FOREIGN KEY ("deploy_id") REFERENCES "deploys"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "deploy_changes" ADD CONSTRAINT "FK_4793dbdb5794d5e5f4b3ae2b6b5" FOREIGN KEY ("function_id") REFERENCES "functions"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "deploy_changes" DROP CONSTRAINT "FK_4793dbdb5794d5e5f4b3ae2b6b5"`);
    await runner.query(`ALTER TABLE "deploy_changes" DROP CONSTRAINT "FK_5d28042ed6158b33e8ab5c7addb"`);
    await runner.query(`ALTER TABLE "deploys" DROP CONSTRAINT "FK_7cb9e1108475e646928b89b2e00"`);
    await runner.query(`DROP INDEX "public"."IDX_4793dbdb5794d5e5f4b3ae2b6b"`);
    await runner.query(`DROP TABLE "deploy_changes"`);
    await runner.query(`DROP INDEX "public"."IDX_7474a07443b386d4c4f7139017"`);
    await runner.query(`DROP TABLE "deploys"`);
  }
}
