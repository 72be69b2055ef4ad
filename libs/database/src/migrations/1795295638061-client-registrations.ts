import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ClientRegistrations1795295638061 implements MigrationInterface {
  readonly name = 'ClientRegistrations1795295638061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "client_registrations" ("integration_id" integer NOT NULL, "registration_key" text NOT NULL, "client_sealed" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_c088ff8e42cad8a954bf316b761" PRIMARY KEY ("integration_id", "registration_key"))`,
    );
    await runner.query(
      `ALTER TABLE "client_registrations" ADD CONSTRAINT "FK_fa09c6d61782dd47197eaba02e9" FOREIGN KEY ("integration_id") REFERENCES "integrations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "client_registrations" DROP CONSTRAINT "FK_fa09c6d61782dd47197eaba02e9"`);
    await runner.query(`DROP TABLE "client_registrations"`);
  }
}
