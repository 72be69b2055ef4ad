import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { CredentialScripts, DOWN_AGAIN, NOTHING_DONE, RECOVERED } from './credential-scripts.js';
import { WorkflowBed } from './workflow-bed.js';

describe('workflows about credentials', () => {
  const scripts = new CredentialScripts();
  let bed: WorkflowBed;

  beforeAll(async () => {
    bed = await WorkflowBed.start(scripts.activities);
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  });

  describe('refresh-credentials', () => {
    it('waits first, then longer each time, and ends once the refresh works', async () => {
      const limits = { initialMs: 200, maxMs: 800 };
      const beganAt = Date.now();
      const { handle, calls } = await scripts.refresh(bed.client, (n) => (n < 4 ? DOWN_AGAIN : RECOVERED), limits);
      await handle.result();
      const gaps = calls.map((at, index) => at - (calls[index - 1] ?? beganAt));
      expect(gaps).toHaveLength(4);
      [200, 400, 800, 800].forEach((waitMs, index) => expect(gaps[index]).toBeGreaterThanOrEqual(waitMs));
    }, 30_000);

    it('waits as long as the provider asks', async () => {
      const { handle, calls } = await scripts.refresh(bed.client, (n) =>
        n === 1 ? { outcome: 'repeat', reason: 'throttled', status: 429, askedMs: 700 } : RECOVERED,
      );
      await handle.result();
      expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeGreaterThanOrEqual(700);
    }, 30_000);

    it('shows each attempt in its history: reason and status, nothing else', async () => {
      const outcomes = [
        { ...DOWN_AGAIN, status: 502 },
        { outcome: 'ended', reason: 'auth_dead' },
      ] as const;
      const { handle } = await scripts.refresh(bed.client, (n) => outcomes[n - 1] ?? RECOVERED);
      await handle.result();
      const { events = [] } = await handle.fetchHistory();
      const results = events?.flatMap(({ activityTaskCompletedEventAttributes: done }) =>
        (done?.result?.payloads ?? []).map(({ data }) => JSON.parse(Buffer.from(data ?? []).toString()) as unknown),
      );
      expect(results).toEqual(outcomes);
    }, 30_000);

    it('goes on in a new execution with the waits that it had come to', async () => {
      const limits = { initialMs: 1, maxMs: 1, attemptsPerExecution: 3 };
      const { handle, calls } = await scripts.refresh(bed.client, (n) => (n <= 4 ? DOWN_AGAIN : RECOVERED), limits);
      await handle.result();
      expect(calls).toHaveLength(5);
      expect((await bed.client.workflow.getHandle(handle.workflowId).describe()).runId).not.toBe(
        handle.firstExecutionRunId,
      );
    }, 30_000);

    it('asks again when the gateway itself fails', async () => {
      const { handle, calls } = await scripts.refresh(bed.client, (n) => {
        if (n === 1) throw ApplicationFailure.retryable('The database is away.', 'Away');
        return RECOVERED;
      });
      await handle.result();
      expect(calls).toHaveLength(2);
    }, 30_000);
  });

  it('refresh-sweep goes on until nothing is due', async () => {
    const { handle, calls } = await scripts.sweep(bed.client, (n) => ({ ...NOTHING_DONE, more: n < 3 }));
    await handle.result();
    expect(calls).toHaveLength(3);
  }, 30_000);

  it('revoke-credentials comes back when the next attempt is due', async () => {
    const { handle, calls } = await scripts.revoke(bed.client, (n) =>
      n < 3 ? { outcome: 'repeat', revoked: 0, failed: 1, waitMs: 200 } : { outcome: 'ended', revoked: 1, failed: 0 },
    );
    await handle.result();
    expect(calls).toHaveLength(3);
    expect((calls[1] ?? 0) - (calls[0] ?? 0)).toBeGreaterThanOrEqual(200);
  }, 30_000);
});
