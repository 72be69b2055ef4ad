import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundleFunction, rawScript, type BundledFunction } from './testing/bundle-function.js';
import { errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

describe('the description of a function', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());

  /** The script comes with the request; the gateway has not got it. */
  const describeScript = ({ hash, code, sourceMap }: BundledFunction, limits = {}) =>
    runner.run(rawScript(''), {
      function: { kind: 'action', name: 'test', versionId: hash, scriptHash: hash },
      script: { code, sourceMap },
      purpose: 'describe',
      limits,
    } as never);

  it('is its definition with JSON Schemas, and nothing of it runs', async () => {
    const script = await bundleFunction(
      `import { createAction } from '@svc/functions';
import { z } from 'zod';
export default createAction({
  description: 'Creates an issue', version: '1.2.3', scopes: ['repo'],
  input: z.object({ title: z.string() }), output: z.object({ id: z.number() }),
  exec: async () => { throw new Error('it ran'); },
});`,
      'github/actions/create-issue.ts',
    );
    expect(outputOf(await describeScript(script))).toMatchObject({
      type: 'action',
      description: 'Creates an issue',
      version: '1.2.3',
      scopes: ['repo'],
      input: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
      output: { type: 'object', properties: { id: { type: 'number' } } },
    });
  });

  it('of a script that fails to load says where', async () => {
    const script = await bundleFunction(
      `const nothing: any = undefined;\nnothing.field();\nexport default {};`,
      'a.ts',
    );
    expect(errorOf(await describeScript(script))).toMatchObject({
      type: 'function_error',
      location: { file: 'a.ts', line: 2 },
    });
  });

  it('ends with the limits of a run', async () => {
    expect(errorOf(await describeScript(rawScript('for (;;) {}'), { cpuTimeMs: 300 })).type).toBe('cpu_time_exceeded');
    expect(errorOf(await describeScript(rawScript('module.exports = 5;'))).message).toContain('definition');
  });

  it('needs the script to have its hash', async () => {
    const script = { ...rawScript('module.exports = 1;'), hash: rawScript('module.exports = 2;').hash };
    expect(errorOf(await describeScript(script))).toMatchObject({ type: 'platform' });
  });
});
