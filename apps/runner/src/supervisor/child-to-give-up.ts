import type { FunctionChild } from './function-child.js';

/** When the oldest of its runs began; what began long ago may go on for long. */
const oldestStartMs = ({ pending }: FunctionChild): number =>
  Math.min(Date.now(), ...pending.map(({ startedAtMs }) => startedAtMs));

/**
 * The process that is probably free first, of the environment that has the most of them. None where each has only one: it would
 * be without a process for as long as a run of its own goes on.
 */
export const childToGiveUp = (children: readonly FunctionChild[]): FunctionChild | undefined => {
  const shares = [...Map.groupBy(children, ({ environmentId }) => environmentId).values()];
  const [largest = []] = shares.sort((a, b) => b.length - a.length);
  if (largest.length < 2) return undefined;
  return largest.sort((a, b) => oldestStartMs(b) - oldestStartMs(a))[0];
};
