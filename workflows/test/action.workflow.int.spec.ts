import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ActionAttemptOutcome } from '@svc/contracts/workflows';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { ActionScripts } from './action-scripts.js';
import { WorkflowBed } from './workflow-bed.js';

const ENDED: ActionAttemptOutcome = { outcome: 'ended' };

describe('workflow action', () => {
  const actions = new ActionScripts();
  let bed: WorkflowBed;

  beforeAll(async () => {
    bed = await WorkflowBed.start(actions.activities);
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  });

  it('makes one attempt when it ends', async () => {
    const { handle, attempts } = await actions.start(bed.client, () => ENDED);
    await handle.result();
    expect(attempts()).toBe(1);
  }, 30_000);

  it('waits and makes another attempt when it is told to', async () => {
    const { handle, attempts } = await actions.start(bed.client, (n) =>
      n < 3 ? { outcome: 'repeat', waitMs: 20 } : ENDED,
    );
    await handle.result();
    expect(attempts()).toBe(3);
  }, 30_000);

  it('asks again when the worker of an attempt dies or is silent', async () => {
    const { handle, attempts } = await actions.start(bed.client, async (n) => {
      if (n === 1) throw ApplicationFailure.retryable('The database is away.', 'Away');
      if (n === 2)
        return await new Promise<ActionAttemptOutcome>((_, reject) => Context.current().cancelled.catch(reject));
      return ENDED;
    });
    await handle.result();
    expect(attempts()).toBe(3);
  }, 30_000);

  it('ends the action when it is cancelled', async () => {
    const begun = Promise.withResolvers<void>();
    const { handle, isAborted } = await actions.start(bed.client, async () => {
      begun.resolve();
      const beat = setInterval(() => Context.current().heartbeat(), 100);
      return await new Promise<ActionAttemptOutcome>((_, reject) => Context.current().cancelled.catch(reject)).finally(
        () => clearInterval(beat),
      );
    });
    await begun.promise;
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect(isAborted()).toBe(true);
  }, 30_000);

  it('ends the action when it is cancelled between two attempts', async () => {
    const { handle, isAborted, attempts } = await actions.start(bed.client, () => ({
      outcome: 'repeat',
      waitMs: 60_000,
    }));
    while (attempts() === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect(isAborted()).toBe(true);
  }, 30_000);
});
