import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClientRegistrationsKnown1795297649311 implements MigrationInterface {
  readonly name = 'ClientRegistrationsKnown1795297649311';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "client_registrations" ADD "known_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client_registrations" DROP COLUMN "known_at"`);
  }
}
