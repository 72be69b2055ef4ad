import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RunLocks1795306295397 implements MigrationInterface {
  readonly name = 'RunLocks1795306295397';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "run_locks" ("environment_id" integer NOT NULL, "key" text NOT NULL, "run_id" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "PK_67bd0673324eee8b446346d2a18" PRIMARY KEY ("environment_id", "key"))`,
    );
    await runner.query(`CREATE INDEX "run_locks_expiry" ON "run_locks"  ("expires_at")`);
    await runner.query(`CREATE INDEX "run_locks_holder" ON "run_locks"  ("environment_id", "run_id")`);
    await runner.query(
      `ALTER TABLE "run_locks" ADD CONSTRAINT "FK_763530263e86a02eca3b8060fa0" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "run_locks" DROP CONSTRAINT "FK_763530263e86a02eca3b8060fa0"`);
    await runner.query(`DROP INDEX "public"."run_locks_holder"`);
    await runner.query(`DROP INDEX "public"."run_locks_expiry"`);
    await runner.query(`DROP TABLE "run_locks"`);
  }
}
