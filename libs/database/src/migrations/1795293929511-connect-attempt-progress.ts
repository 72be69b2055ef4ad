import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ConnectAttemptProgress1795293929511 implements MigrationInterface {
  readonly name = 'ConnectAttemptProgress1795293929511';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "connect_attempts" ADD "provider_config_key" text NOT NULL`);
    await runner.query(`ALTER TABLE "connect_attempts" ADD "operation_id" uuid`);
    await runner.query(`ALTER TABLE "connect_attempts" ADD "claimed_at" TIMESTAMP WITH TIME ZONE`);
    await runner.query(`ALTER TABLE "connect_attempts" ALTER COLUMN "integration_id" DROP NOT NULL`);
    await runner.query(`ALTER TABLE "connect_attempts" ALTER COLUMN "cookie_hash" DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "connect_attempts" ALTER COLUMN "cookie_hash" SET NOT NULL`);
    await runner.query(`ALTER TABLE "connect_attempts" ALTER COLUMN "integration_id" SET NOT NULL`);
    await runner.query(`ALTER TABLE "connect_attempts" DROP COLUMN "claimed_at"`);
    await runner.query(`ALTER TABLE "connect_attempts" DROP COLUMN "operation_id"`);
    await runner.query(`ALTER TABLE "connect_attempts" DROP COLUMN "provider_config_key"`);
  }
}
