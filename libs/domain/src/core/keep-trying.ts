import { setTimeout as delay } from 'node:timers/promises';

/** Together about a minute, as long as PostgreSQL takes to restart or to fail over. */
const WAITS_MS = [100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 20_000] as const;

/** Repeats a write that must not be lost: it is the only trace of what a function did. */
export async function keepTrying<T>(work: () => Promise<T>, waitsMs: readonly number[] = WAITS_MS): Promise<T> {
  for (const waitMs of waitsMs) {
    try {
      return await work();
    } catch {
      await delay(waitMs);
    }
  }
  return await work();
}
