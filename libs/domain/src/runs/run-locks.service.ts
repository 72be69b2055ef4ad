import { Injectable } from '@nestjs/common';
import type { AcquireLock, ReleaseLock } from '@svc/contracts';
import { Database, RunLockRepository } from '@svc/database';
import type { RunClaims } from './run-claims.js';

const PRUNE_AT_ONCE = 1000;

type Holder = Pick<RunClaims, 'environmentId' | 'runId'>;

/** Locks by which runs of an environment keep out of each other's way (helper `tryAcquireLock`). */
@Injectable()
export class RunLocks {
  private readonly locks: RunLockRepository;

  constructor(database: Database) {
    this.locks = new RunLockRepository(database);
  }

  /** False while another run holds it. One that the run holds already lasts longer then. */
  async acquire({ environmentId, runId }: Holder, { key, ttl_ms: ttlMs }: AcquireLock): Promise<boolean> {
    return await this.locks.acquire({ environmentId, runId, key }, ttlMs);
  }

  /** False when the run did not hold it, or not any more. */
  async release({ environmentId, runId }: Holder, { key }: ReleaseLock): Promise<boolean> {
    return await this.locks.release({ environmentId, runId, key });
  }

  async releaseAll({ environmentId, runId }: Holder): Promise<void> {
    await this.locks.releaseAll({ environmentId, runId });
  }

  /** Removes what ended by itself. @returns whether there is more to remove. */
  async prune(): Promise<boolean> {
    return (await this.locks.prune(PRUNE_AT_ONCE)) === PRUNE_AT_ONCE;
  }
}
