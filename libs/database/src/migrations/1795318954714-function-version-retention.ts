import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FunctionVersionRetention1795318954714 implements MigrationInterface {
  readonly name = 'FunctionVersionRetention1795318954714';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "scripts" RENAME COLUMN "created_at" TO "stored_at"`);
    await runner.query(`ALTER TABLE "deploys" ADD "is_restorable" boolean NOT NULL DEFAULT true`);
    await runner.query(`CREATE INDEX "IDX_45d1ecee54dfdc9188a03dcd75" ON "function_versions"  ("script_hash")`);
    await runner.query(`CREATE INDEX "IDX_f612c919f1997069ca1f70836e" ON "action_runs"  ("function_version_id")`);
    await runner.query(
      `CREATE INDEX "IDX_9b4f280b454b88241fde61ecce" ON "function_invocations"  ("function_version_id")`,
    );
    await runner.query(`CREATE INDEX "IDX_f1f00a7f344ed7d152846ed4c7" ON "sync_runs"  ("function_version_id")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."IDX_f1f00a7f344ed7d152846ed4c7"`);
    await runner.query(`DROP INDEX "public"."IDX_9b4f280b454b88241fde61ecce"`);
    await runner.query(`DROP INDEX "public"."IDX_f612c919f1997069ca1f70836e"`);
    await runner.query(`DROP INDEX "public"."IDX_45d1ecee54dfdc9188a03dcd75"`);
    await runner.query(`ALTER TABLE "deploys" DROP COLUMN "is_restorable"`);
    await runner.query(`ALTER TABLE "scripts" RENAME COLUMN "stored_at" TO "created_at"`);
  }
}
