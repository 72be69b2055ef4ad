import type { MigrationInterface, QueryRunner } from 'typeorm';

export class InstalledPackages1795319941746 implements MigrationInterface {
  readonly name = 'InstalledPackages1795319941746';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "installed_packages" ("file" text NOT NULL, "name" text NOT NULL, "integrity" text NOT NULL, "content" bytea NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "PK_1b08e8f584707dc540ae1be5448" PRIMARY KEY ("file"))`,
    );
    await runner.query(`CREATE INDEX "IDX_fe073ebca01a740e53a039ba02" ON "installed_packages"  ("name", "created_at")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "public"."IDX_fe073ebca01a740e53a039ba02"`);
    await runner.query(`DROP TABLE "installed_packages"`);
  }
}
