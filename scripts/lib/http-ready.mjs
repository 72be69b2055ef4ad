import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;

/** Waits until an address answers 200; false when `isAlive` turns false or the time is up before. */
export const waitForHttp = async (url, { timeoutMs, isAlive }) => {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline && isAlive(); await sleep(POLL_MS)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
      await response.body?.cancel();
      if (response.ok) return true;
    } catch {
      // Not listening yet.
    }
  }
  return false;
};
