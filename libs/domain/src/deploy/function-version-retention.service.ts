import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@svc/config';
import { Database, FunctionVersionPruneRepository } from '@svc/database';
import { CONFIG } from '../core/core.tokens.js';

const DAY_MS = 86_400_000;
const AT_ONCE = 200;

/**
 * Forgets versions of functions that nobody will go back to: not the published one, not the latest few, not one that was
 * published of late or that a run tells of. Their scripts follow once no version has them.
 */
@Injectable()
export class FunctionVersionRetention {
  private readonly versions: FunctionVersionPruneRepository;

  constructor(
    database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'functionVersions'>,
  ) {
    this.versions = new FunctionVersionPruneRepository(database);
  }

  /** Removes some of what is too old. @returns whether there is more. */
  async prune(now = new Date()): Promise<boolean> {
    const { kept, retentionDays } = this.config.functionVersions;
    const unusedSince = new Date(now.getTime() - retentionDays * DAY_MS);
    const versions = await this.versions.prune({ kept, unusedSince, limit: AT_ONCE });
    const scripts = await this.versions.pruneScripts(unusedSince, AT_ONCE);
    return versions === AT_ONCE || scripts === AT_ONCE;
  }
}
