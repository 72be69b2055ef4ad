import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SliceOutcome } from '@svc/contracts/workflows';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { syncScript } from './sync-script.js';
import { WorkflowBed } from './workflow-bed.js';

const COMPLETED: SliceOutcome = { outcome: 'completed' };
const THROTTLED: SliceOutcome = { outcome: 'failed', errorClass: 'throttled', progressed: false };

describe('workflow sync', () => {
  let bed: WorkflowBed;

  beforeAll(async () => {
    bed = await WorkflowBed.start();
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  });

  it('runs slice after slice until the function has ended', async () => {
    const script = syncScript((n) => (n < 4 ? { outcome: 'sliced', progressed: true } : COMPLETED));
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(4);
    const [claim] = script.claims;
    expect(script.ends).toEqual([{ syncId: claim?.syncId, runId: `run-of-${claim?.syncId}`, status: 'SUCCESS' }]);
  }, 30_000);

  it('does nothing where there is nothing to run', async () => {
    const script = {
      ...syncScript(() => COMPLETED),
      startSyncRun: async () => ({ started: false, reason: 'paused' }) as const,
    };
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(0);
    expect(script.ends).toEqual([]);
  }, 30_000);

  it('asks again while another run of its sync goes on, where it goes over a window', async () => {
    const script = syncScript(() => COMPLETED);
    let asked = 0;
    const waiting: typeof script = {
      ...script,
      startSyncRun: async (claim) => {
        asked += 1;
        return asked < 3
          ? { started: false, reason: 'already_running', retryAfterMs: 10 }
          : await script.startSyncRun(claim);
      },
    };
    await bed.runToEnd(waiting);
    expect(asked).toBe(3);
    expect(script.slices.count).toBe(1);
  }, 30_000);

  it('waits and goes on after a failure that passes', async () => {
    const script = syncScript((n) => (n < 3 ? THROTTLED : COMPLETED));
    await bed.runToEnd(script);
    expect(script.ends).toMatchObject([{ status: 'SUCCESS' }]);
  }, 30_000);

  it('ends with the reason when a failure does not pass', async () => {
    const script = syncScript(() => THROTTLED);
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(4);
    expect(script.ends).toMatchObject([{ status: 'ERROR', reason: 'throttled' }]);
  }, 30_000);

  it('ends as stalled when the checkpoint does not move', async () => {
    const script = syncScript(() => ({ outcome: 'sliced', progressed: false }));
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(3);
    expect(script.ends).toMatchObject([{ status: 'ERROR', reason: 'stalled' }]);
  }, 30_000);

  it('takes a slice up again when its worker dies', async () => {
    const script = syncScript((n) => {
      if (n === 1) throw ApplicationFailure.retryable('The worker that ran this died.', 'WorkerDied');
      return COMPLETED;
    });
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(2);
    expect(script.ends).toMatchObject([{ status: 'SUCCESS' }]);
  }, 30_000);

  it('notices a silent worker by its heartbeats', async () => {
    const script = syncScript(
      async (n) =>
        n === 1 ? await new Promise<SliceOutcome>((_, reject) => Context.current().cancelled.catch(reject)) : COMPLETED,
      {
        heartbeatTimeoutMs: 1_000,
      },
    );
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(2);
    expect(script.ends).toMatchObject([{ status: 'SUCCESS' }]);
  }, 30_000);

  it('continues as new before its history grows, as one run', async () => {
    const script = syncScript((n) => (n < 7 ? { outcome: 'sliced', progressed: true } : COMPLETED), {
      slicesPerExecution: 3,
    });
    const { workflowId } = await bed.runToEnd(script);
    const latest = await bed.client.workflow.getHandle(workflowId).describe();
    expect(script.claims).toHaveLength(1);
    expect(script.slices.count).toBe(7);
    expect(script.ends).toHaveLength(1);
    expect(latest.runId).not.toBe(script.claims[0]?.temporalRunId);
    expect(latest.historyLength).toBeLessThan(30);
  }, 30_000);

  it('keeps counting what stands still across executions', async () => {
    const script = syncScript(() => ({ outcome: 'sliced', progressed: false }), {
      slicesPerExecution: 1,
      stalledAfterSlices: 4,
    });
    await bed.runToEnd(script);
    expect(script.slices.count).toBe(4);
    expect(script.ends).toMatchObject([{ reason: 'stalled' }]);
  }, 30_000);

  it('ends as stopped when it is cancelled', async () => {
    const begun = Promise.withResolvers<void>();
    const script = syncScript(async () => {
      begun.resolve();
      const beat = setInterval(() => Context.current().heartbeat(), 100);
      return await new Promise<SliceOutcome>((_, reject) => Context.current().cancelled.catch(reject)).finally(() =>
        clearInterval(beat),
      );
    });
    const handle = await bed.start(script);
    await begun.promise;
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect(script.ends).toMatchObject([{ status: 'STOPPED', reason: 'cancelled' }]);
  }, 30_000);

  it('leaves a run alone that was ended by somebody else', async () => {
    const script = syncScript(() => ({ outcome: 'superseded' }));
    await bed.runToEnd(script);
    expect(script.ends).toEqual([]);
  }, 30_000);
});
