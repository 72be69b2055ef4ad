import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LifecycleScripts } from './lifecycle-scripts.js';
import { WorkflowBed } from './workflow-bed.js';

describe('workflow connection-lifecycle', () => {
  const scripts = new LifecycleScripts();
  let bed: WorkflowBed;

  beforeAll(async () => {
    bed = await WorkflowBed.start(scripts.activities);
  }, 120_000);

  afterAll(async () => {
    await bed?.stop();
  });

  it('comes back when the next attempt is due, until the run has ended', async () => {
    const { handle, attempts } = await scripts.start(bed.client, (n) =>
      n < 3 ? { outcome: 'repeat', waitMs: 20 } : { outcome: 'ended' },
    );
    await handle.result();
    expect(attempts()).toBe(3);
  }, 30_000);
});
