/** A lock that runs of an environment share. */
export interface LockOptions {
  /** 1 to 255 characters. */
  key: string;
}

/** How long a lock lasts. */
export interface AcquireLockOptions extends LockOptions {
  /** Milliseconds after which the lock ends by itself, at most a day. */
  ttlMs: number;
}
