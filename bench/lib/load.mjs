/** Load from one process, and what it measured. */

const SORT_ASCENDING = (left, right) => left - right;

/** @param {number[]} sortedMs @param {number} share from 0 to 1 */
const percentile = (sortedMs, share) => sortedMs[Math.min(sortedMs.length - 1, Math.floor(sortedMs.length * share))];

/**
 * Calls `work` from `callers` callers for `seconds`, after a second of warm-up.
 * @param {{callers: number, seconds?: number, work: (caller: number) => Promise<unknown>}} options
 * @returns {Promise<{perSecond: number, p50Ms: number, p99Ms: number, calls: number}>}
 */
export const measureLoad = async ({ callers, seconds = 4, work }) => {
  await runFor({ callers, milliseconds: 1000, work });
  const begun = performance.now();
  const durations = await runFor({ callers, milliseconds: seconds * 1000, work });
  const elapsedSeconds = (performance.now() - begun) / 1000;
  durations.sort(SORT_ASCENDING);
  return {
    calls: durations.length,
    perSecond: durations.length / elapsedSeconds,
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  };
};

const runFor = async ({ callers, milliseconds, work }) => {
  const durations = [];
  const end = performance.now() + milliseconds;
  const caller = async (index) => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      await work(index);
      durations.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, index) => caller(index)));
  return durations;
};
