import { describe, expect, it } from '@jest/globals';
import { inFairTurns } from './in-fair-turns.js';

/** Runs items named by their key and a number; answers in which order they began, and how many ran together at most. */
async function run(items: readonly string[], slow: readonly string[], atOnce = 4, perKey = 2) {
  const begun: string[] = [];
  const together = { all: 0, most: 0, mostOfKey: 0 };
  const running: string[] = [];
  const { promise: quickAreDone, resolve } = Promise.withResolvers<void>();
  const keyOf = (item: string): string => item[0] ?? '';
  let left = items.filter((item) => !slow.includes(keyOf(item))).length;
  await inFairTurns(items, { atOnce, perKey, keyOf }, async (item) => {
    begun.push(item);
    running.push(item);
    together.most = Math.max(together.most, running.length);
    together.mostOfKey = Math.max(together.mostOfKey, running.filter((other) => keyOf(other) === keyOf(item)).length);
    if (slow.includes(keyOf(item))) await quickAreDone;
    else {
      await Promise.resolve();
      if ((left -= 1) === 0) resolve();
    }
    running.splice(running.indexOf(item), 1);
  });
  return { begun, ...together };
}

describe('inFairTurns', () => {
  it('works on everything, so many at once and so many of a key', async () => {
    const items = Array.from({ length: 50 }, (_, index) => `${'abc'[index % 3] ?? ''}${index}`);
    const { begun, most, mostOfKey } = await run(items, []);
    expect([...begun].sort()).toEqual([...items].sort());
    expect(most).toBeLessThanOrEqual(4);
    expect(mostOfKey).toBe(2);
  });

  it('lets nobody wait for a key that hangs', async () => {
    // Ends only because the quick ones behind the slow ones get their turn.
    const { begun } = await run(['s1', 's2', 's3', 's4', 's5', 'q1', 'q2', 'q3'], ['s']);
    expect(begun.slice(0, 5)).toEqual(['s1', 's2', 'q1', 'q2', 'q3']);
  });

  it('has nothing to do with nothing', async () => {
    expect((await run([], [])).begun).toEqual([]);
  });
});
