import { describe, expect, it } from '@jest/globals';
import type { SliceOutcome, SyncLimits, SyncProgress } from '@svc/contracts/workflows';
import { nextStep } from './next-step.js';

const limits: SyncLimits = {
  heartbeatTimeoutMs: 60_000,
  sliceTimeoutMs: 60_000,
  stalledAfterSlices: 3,
  slicesPerExecution: 100,
  fairnessKey: 'dev',
  backOff: {
    throttled: { initialMs: 100, maxMs: 1_000, attempts: 3 },
    platform: { initialMs: 10, maxMs: 40, attempts: 100 },
  },
};

const fresh: SyncProgress = { runId: 'run', limits, slicesWithoutProgress: 0, failures: 0 };
const failed = (failure: Partial<Extract<SliceOutcome, { outcome: 'failed' }>>): SliceOutcome => ({
  outcome: 'failed',
  errorClass: 'throttled',
  progressed: false,
  ...failure,
});

describe('nextStep', () => {
  it('ends a completed run with success', () => {
    expect(nextStep(fresh, { outcome: 'completed' })).toEqual({ kind: 'end', status: 'SUCCESS' });
  });

  it('leaves a run that somebody else ended', () => {
    expect(nextStep(fresh, { outcome: 'superseded' })).toEqual({ kind: 'leave' });
  });

  it('goes on at once after a slice that moved the checkpoint', () => {
    const step = nextStep({ ...fresh, slicesWithoutProgress: 2, failures: 2 }, { outcome: 'sliced', progressed: true });
    expect(step).toEqual({ kind: 'slice', progress: fresh, waitMs: 0 });
  });

  it('calls a run stalled after so many slices that moved nothing', () => {
    const standing: SliceOutcome = { outcome: 'sliced', progressed: false };
    expect(nextStep({ ...fresh, slicesWithoutProgress: 1 }, standing)).toMatchObject({ kind: 'slice' });
    expect(nextStep({ ...fresh, slicesWithoutProgress: 2 }, standing)).toEqual({
      kind: 'end',
      status: 'ERROR',
      reason: 'stalled',
    });
  });

  it('waits longer with each failure, up to a limit', () => {
    const waits = [0, 1, 2, 3].map((failures) => nextStep({ ...fresh, failures }, failed({ errorClass: 'platform' })));
    expect(waits.map((step) => step.kind === 'slice' && step.waitMs)).toEqual([10, 20, 40, 40]);
  });

  it('waits at least as long as the provider asks', () => {
    expect(nextStep(fresh, failed({ retryAfterMs: 5_000 }))).toMatchObject({ kind: 'slice', waitMs: 5_000 });
  });

  it('gives up after the last attempt and says why', () => {
    expect(nextStep({ ...fresh, failures: 3 }, failed({}))).toEqual({
      kind: 'end',
      status: 'ERROR',
      reason: 'throttled',
    });
  });

  it('counts failures anew once the checkpoint has moved', () => {
    expect(nextStep({ ...fresh, failures: 3 }, failed({ progressed: true }))).toMatchObject({
      kind: 'slice',
      progress: { failures: 1 },
    });
  });

  it.each([
    ['function-error', 'function_error'],
    ['auth-dead', 'auth_dead'],
  ] as const)('does not repeat %s', (errorClass, reason) => {
    expect(nextStep(fresh, failed({ errorClass }))).toEqual({ kind: 'end', status: 'ERROR', reason });
  });

  it('comes back for a slot without counting it as anything', () => {
    expect(nextStep(fresh, { outcome: 'no-slot', retryAfterMs: 700 })).toEqual({
      kind: 'slice',
      progress: fresh,
      waitMs: 700,
    });
  });
});
