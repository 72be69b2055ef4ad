import type { Queryable } from '../database.js';

/** A tarball of an earlier or the present build. */
export interface InstalledPackage {
  readonly file: string;
  readonly name: string;
  readonly integrity: string;
  readonly content: Buffer;
}

/** Tarballs that were installed from this gateway. */
export class InstalledPackageRepository {
  constructor(private readonly database: Queryable) {}

  async has(file: string): Promise<boolean> {
    const { rows } = await this.database.query('SELECT 1 FROM installed_packages WHERE file = $1', [file]);
    return rows.length > 0;
  }

  async find(file: string): Promise<InstalledPackage | undefined> {
    const { rows } = await this.database.query<InstalledPackage>(
      'SELECT file, name, integrity, content FROM installed_packages WHERE file = $1',
      [file],
    );
    return rows[0];
  }

  /** Keeps a tarball, and of the same package the `versions` latest. One that is there stays as it is. */
  async keep({ file, name, integrity, content }: InstalledPackage, versions: number): Promise<void> {
    await this.database.query(
      `INSERT INTO installed_packages (file, name, integrity, content) VALUES ($1, $2, $3, $4) ON CONFLICT (file) DO NOTHING`,
      [file, name, integrity, content],
    );
    await this.database.query(
      `DELETE FROM installed_packages WHERE name = $1 AND file IN (
         SELECT file FROM installed_packages WHERE name = $1 ORDER BY created_at DESC, file OFFSET $2)`,
      [name, versions],
    );
  }
}
