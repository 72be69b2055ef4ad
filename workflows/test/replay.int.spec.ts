import { beforeAll, describe, expect, it } from '@jest/globals';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Runtime, Worker } from '@temporalio/worker';
import path from 'node:path';
import { bundleWorkflows } from './bundle-workflows.js';
import { quietLogger } from './quiet-logger.js';
import { readHistory, storedHistories } from './stored-history.js';

const BROKEN = path.join(import.meta.dirname, 'broken/index.ts');
const RECORDED = await storedHistories();

const MAX_BUNDLE_BYTES = 2_000_000;

describe('runs that began with earlier code', () => {
  let current: { code: string };
  let broken: { code: string };

  beforeAll(async () => {
    Runtime.install({ shutdownSignals: [], logger: quietLogger });
    current = await bundleWorkflows();
    broken = await bundleWorkflows(BROKEN);
  }, 120_000);

  const replay = async (workflowBundle: { code: string }, name: string): Promise<void> =>
    await Worker.runReplayHistory({ workflowBundle }, await readHistory(name), name);

  it('are recorded', () => {
    expect(RECORDED.length).toBeGreaterThan(2);
  });

  it.each(RECORDED)(
    'go on with the code of today: %s',
    async (name) => {
      await replay(current, name);
    },
    30_000,
  );

  it.each(RECORDED)(
    'would not go on with a workflow that was changed carelessly: %s',
    async (name) => {
      await expect(replay(broken, name)).rejects.toMatchObject({ name: DeterminismViolationError.name });
    },
    30_000,
  );

  it('load a bundle that holds workflow code and nothing else', () => {
    expect(Buffer.byteLength(current.code)).toBeLessThan(MAX_BUNDLE_BYTES);
  });
});
