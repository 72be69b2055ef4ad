import { beforeAll, describe, expect, it } from '@jest/globals';
import { DeterminismViolationError } from '@temporalio/workflow';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { bundleWorkflows } from './bundle-workflows.js';
import { HISTORIES, storedHistories } from './stored-history.js';

const REPLAY = path.join(import.meta.dirname, 'replay-histories.mjs');
const BROKEN = path.join(import.meta.dirname, 'broken/index.ts');
const RECORDED = await storedHistories();

const MAX_BUNDLE_BYTES = 2_000_000;

/** What each history's replay ended with: the name of an error, or nothing. */
const replay = async (code: string): Promise<Map<string, string | undefined>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'replay-'));
  try {
    const bundle = path.join(folder, 'workflows.js');
    await writeFile(bundle, code);
    const { stdout } = await promisify(execFile)(process.execPath, [REPLAY, bundle, HISTORIES]);
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; error?: string });
    return new Map(results.map(({ name, error }) => [name, error]));
  } finally {
    await rm(folder, { recursive: true });
  }
};

describe('runs that began with earlier code', () => {
  let current: string;
  let byCurrent: Map<string, string | undefined>;
  let byBroken: Map<string, string | undefined>;

  beforeAll(async () => {
    current = (await bundleWorkflows()).code;
    byCurrent = await replay(current);
    byBroken = await replay((await bundleWorkflows(BROKEN)).code);
  }, 180_000);

  it('are recorded and replayed, each one', () => {
    expect(RECORDED.length).toBeGreaterThan(2);
    expect([...byCurrent.keys()].sort()).toEqual([...RECORDED].sort());
  });

  it.each(RECORDED)('go on with the code of today: %s', (name) => {
    expect(byCurrent.get(name)).toBeUndefined();
  });

  it.each(RECORDED)('would not go on with a workflow that was changed carelessly: %s', (name) => {
    expect(byBroken.get(name)).toBe(DeterminismViolationError.name);
  });

  it('load a bundle that holds workflow code and nothing else', () => {
    expect(Buffer.byteLength(current)).toBeLessThan(MAX_BUNDLE_BYTES);
  });
});
