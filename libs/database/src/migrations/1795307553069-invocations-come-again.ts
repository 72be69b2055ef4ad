import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InvocationsComeAgain1795307553069 implements MigrationInterface {
  readonly name = 'InvocationsComeAgain1795307553069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "function_invocations" ADD "tries" integer NOT NULL DEFAULT '0'`);
    await runner.query(`ALTER TABLE "function_invocations" ADD "again_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "function_invocations" DROP COLUMN "again_at"`);
    await runner.query(`ALTER TABLE "function_invocations" DROP COLUMN "tries"`);
  }
}
