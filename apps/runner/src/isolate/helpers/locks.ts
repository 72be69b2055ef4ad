import type { AcquireLock, ReleaseLock } from '@svc/contracts';
import type { AcquireLockOptions, LockOptions } from '@svc/functions';
import type { Bridge } from '../bridge.js';

/** `tryAcquireLock`, `releaseLock` and `releaseAllLocks`. */
export class Locks {
  private mayHold = false;

  constructor(private readonly bridge: Bridge) {}

  readonly tryAcquireLock = async ({ key, ttlMs }: AcquireLockOptions): Promise<boolean> => {
    this.mayHold = true;
    const lock: AcquireLock = { key, ttl_ms: ttlMs };
    const { head } = await this.bridge.call('acquireLock', {}, JSON.stringify(lock));
    return (head as { acquired: boolean }).acquired;
  };

  readonly releaseLock = async ({ key }: LockOptions): Promise<boolean> => {
    const lock: ReleaseLock = { key };
    const { head } = await this.bridge.call('releaseLock', {}, JSON.stringify(lock));
    return (head as { released: boolean }).released;
  };

  readonly releaseAllLocks = async (): Promise<void> => {
    if (this.mayHold) await this.bridge.call('releaseLocks', {});
    this.mayHold = false;
  };
}
