import { Injectable } from '@nestjs/common';
import { Database, FunctionJobRepository } from '@svc/database';

const KEPT_MS = 86_400_000;
const CHUNK = 500;

/** Forgets dry runs and deployments a day after they ended; what was deployed stays in the history of deploys. */
@Injectable()
export class FunctionJobRetention {
  private readonly jobs: FunctionJobRepository;

  constructor(database: Database) {
    this.jobs = new FunctionJobRepository(database);
  }

  /** True when there is more to do. */
  async prune(): Promise<boolean> {
    return (await this.jobs.prune(new Date(Date.now() - KEPT_MS), CHUNK)) === CHUNK;
  }
}
