import { Context } from '@temporalio/activity';
import { ApplicationFailure, CancelledFailure } from '@temporalio/common';

const LONGEST_BEAT_MS = 5_000;
/** Beats within one heartbeat timeout. */
const BEATS = 4;

/**
 * Runs the work of an activity with heartbeats from the host on a timer, however quiet the work itself is. The signal is
 * aborted when the activity is cancelled or the worker shuts down; then another worker gets the activity at once.
 */
export async function heartbeating<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const everyMs = Math.min(LONGEST_BEAT_MS, (context.info.heartbeatTimeoutMs ?? LONGEST_BEAT_MS * BEATS) / BEATS);
  const timer = setInterval(() => context.heartbeat(), everyMs);
  try {
    return await work(context.cancellationSignal);
  } catch (error) {
    if (!context.cancellationSignal.aborted) throw error;
    const reason = await context.cancelled.catch((cause: unknown) => cause);
    throw reason instanceof CancelledFailure && reason.message !== 'WORKER_SHUTDOWN' ? reason : handOver();
  } finally {
    clearInterval(timer);
  }
}

const handOver = (): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'The worker shuts down; another one goes on.',
    type: 'WorkerShutdown',
    nextRetryDelay: '1 ms',
  });
