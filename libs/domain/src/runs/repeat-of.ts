import type { RunFailure } from '@svc/contracts';
import { backOffMs, type ErrorClass } from '@svc/contracts/workflows';
import { classifyRunFailure } from './classify-run-failure.js';
import { RUN_NOT_STARTED } from './run-not-started.js';

/** Waits between attempts: together about a day. */
const BACK_OFF = { initialMs: 2_000, maxMs: 4 * 3_600_000 };
const MAX_TRIES = 18;
/** Longest wait that a provider may ask for. */
const LONGEST_WAIT_MS = 86_400_000;

/** Failures that pass. The others are of the function itself, which would meet them again. */
const PASSES: ReadonlySet<ErrorClass> = new Set(['platform', 'provider-down', 'throttled', 'auth-transient']);

/** When a run is made again. */
export interface Repeat {
  readonly waitMs: number;
  /** Attempts that count so far. */
  readonly tries: number;
}

/**
 * When a run that an event called for is made again; undefined when its failure is final.
 *
 * @param tries attempts that counted, the failed one included.
 */
export function repeatOf(failure: RunFailure | undefined, tries: number): Repeat | undefined {
  if (!failure || tries >= MAX_TRIES || !PASSES.has(classifyRunFailure(failure))) return undefined;
  const { name, retryAfterMs = 0 } = failure;
  return {
    waitMs: backOffMs(BACK_OFF, tries, Math.min(retryAfterMs, LONGEST_WAIT_MS)),
    // Where nothing ran, it was no attempt.
    tries: name === RUN_NOT_STARTED ? tries - 1 : tries,
  };
}
