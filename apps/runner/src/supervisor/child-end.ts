import type { RunFailure } from '@svc/contracts';
import type { PendingRun } from './pending-run.js';

/** Why a child process ended. */
export type ChildEnd =
  /** Killed by the watchdog: too much resident memory. */
  | { readonly cause: 'memory'; readonly residentMb: number }
  /** V8 lost control over the isolate of one run. */
  | { readonly cause: 'fault'; readonly seq: number }
  /** V8 or a library ended the process. */
  | { readonly cause: 'crash'; readonly signal: string }
  /** Killed by the watchdog: a run outlived its time by far. */
  | { readonly cause: 'overdue'; readonly seq: number }
  /** Ended otherwise: killed from outside, unresponsive, stopped. */
  | { readonly cause: 'gone'; readonly detail: string };

/** A crash by these signals comes from V8 giving up on what a function asked for. */
const CRASH_SIGNALS = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS']);

/** How an exit that the supervisor did not cause is taken. Node shows an abort as exit code 128 + signal in a shell. */
export const endOfExit = (code: number | null, signal: string | null): ChildEnd =>
  signal !== null && CRASH_SIGNALS.has(signal)
    ? { cause: 'crash', signal }
    : { cause: 'gone', detail: signal ?? `exit code ${code}` };

const longestTurn = (runs: readonly PendingRun[]): PendingRun | undefined => {
  const inTurn = runs.filter(({ inTurnSinceMs }) => inTurnSinceMs !== undefined);
  return inTurn.sort((a, b) => (a.inTurnSinceMs ?? 0) - (b.inTurnSinceMs ?? 0))[0];
};

/** Whose fault it was: the named run, the only one, or the one that held its thread for the longest. */
const offenderOf = (end: ChildEnd, runs: readonly PendingRun[]): PendingRun | undefined => {
  if (end.cause === 'gone') return undefined;
  if ('seq' in end) return runs.find(({ seq }) => seq === end.seq);
  return runs.length === 1 ? runs[0] : longestTurn(runs);
};

const offence = (end: ChildEnd, { request }: PendingRun): RunFailure => {
  if (end.cause === 'overdue') {
    const message = `The function ran for longer than ${request.limits.wallTimeMs} ms and could not be stopped.`;
    return { type: 'wall_time_exceeded', name: 'WallTimeExceededError', message };
  }
  const message = `The function needed more memory than it may use (${request.limits.memoryMb} MiB) and was stopped with its process. Handle the data in smaller pages.`;
  return { type: 'out_of_memory', name: 'OutOfMemoryError', message };
};

const platform = (end: ChildEnd): RunFailure => {
  const detail = end.cause === 'gone' ? end.detail : `another function of the environment: ${end.cause}`;
  return {
    type: 'platform',
    name: 'PlatformError',
    message: `The function's process ended (${detail}).`,
  };
};

/** What becomes of the runs of a child that ended: the offender's own fault, for the others the platform's. */
export const failuresOfEnd = (end: ChildEnd, runs: readonly PendingRun[]): Map<PendingRun, RunFailure> => {
  const offender = offenderOf(end, runs);
  return new Map(runs.map((run) => [run, run === offender ? offence(end, run) : platform(end)]));
};
