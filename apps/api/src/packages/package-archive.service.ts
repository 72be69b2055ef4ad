import { Inject, Injectable } from '@nestjs/common';
import { Database, InstalledPackageRepository, type InstalledPackage } from '@svc/database';
import { LOGGER } from '@svc/domain';
import type { Logger } from '@svc/observability';

/** How many versions of a package are kept. */
const VERSIONS = 20;

/** What was installed from this gateway stays where lockfiles look for it, also when an upgrade brings other packages. */
@Injectable()
export class PackageArchive {
  private readonly packages: InstalledPackageRepository;
  /** Files that are known to be there. */
  private readonly kept = new Set<string>();

  constructor(
    database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.packages = new InstalledPackageRepository(database);
  }

  async find(file: string): Promise<InstalledPackage | undefined> {
    return await this.packages.find(file);
  }

  /** Never rejects: an installation does not fail because a later one might. */
  async keep(installed: InstalledPackage): Promise<void> {
    const { file } = installed;
    if (this.kept.has(file)) return;
    try {
      if (!(await this.packages.has(file))) await this.packages.keep(installed, VERSIONS);
      this.kept.add(file);
    } catch (error) {
      this.logger.warn({ err: error, file }, 'A package was served but could not be kept for later installations.');
    }
  }
}
