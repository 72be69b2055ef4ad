import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 50;

/** Asks until the answer is something, and fails with what was waited for. When asking fails, so does the waiting. */
export async function waitFor<T>(
  what: string,
  timeoutMs: number,
  ask: () => Promise<T | undefined | false>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}.`);
    await sleep(INTERVAL_MS);
  }
}
