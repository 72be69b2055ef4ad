import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rawScript } from './testing/bundle-function.js';
import { actionOf, errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

/** An innocent function that is running while another one misbehaves. */
const WAITING = `await new Promise((resolve) => setTimeout(resolve, 1500)); return 'untouched';`;

describe('limits of a function', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  it.each([
    ['at once', 'while (true) {}', 6],
    ['after waiting', `await svc.get({ endpoint: '/x' });\n    for (;;) {}`, 7],
    ['in a timer', `setTimeout(() => { for (;;) {} }, 1); await new Promise((r) => setTimeout(r, 5000));`, 6],
  ])(
    'stops an endless loop %s and shows its place',
    async (_when, body, line) => {
      const waiting = runner.action(WAITING);
      const error = errorOf(await runner.action(body, { limits: { cpuTimeMs: 300 } }));
      expect(error).toMatchObject({ type: 'cpu_time_exceeded', location: { file: 'github/actions/test.ts', line } });
      expect(error.codeFrame).toMatch(new RegExp(`^> *${line} \\|`, 'm'));
      expect(outputOf(await waiting)).toBe('untouched');
    },
    20_000,
  );

  it.each([
    ['a gigabyte of bytes', 'new Uint8Array(1e9).fill(1);'],
    ['ever more objects', 'const kept = []; for (;;) kept.push(new Array(1e4).fill({ a: 1 }));'],
  ])(
    'ends a function that allocates %s, and no other',
    async (_what, body) => {
      const waiting = runner.action(WAITING);
      const error = errorOf(await runner.action(body, { limits: { cpuTimeMs: 20_000, memoryMb: 64 } }));
      expect(error.type).toBe('out_of_memory');
      expect(outputOf(await waiting)).toBe('untouched');
    },
    40_000,
  );

  it('kills the process of a function that takes memory past all limits; others may be repeated', async () => {
    const waiting = runner.action(`await new Promise((resolve) => setTimeout(resolve, 15_000)); return 'untouched';`);
    const error = errorOf(await runner.action(`JSON.parse('['.repeat(5e7));`, { limits: { cpuTimeMs: 10_000 } }));
    expect(error).toMatchObject({ type: 'out_of_memory', name: 'OutOfMemoryError' });
    expect(errorOf(await waiting)).toMatchObject({ type: 'platform' });
    expect(outputOf(await runner.action('return 1;'))).toBe(1);
  }, 40_000);

  it('blames the function that makes V8 give up', async () => {
    const waiting = runner.action(`await new Promise((resolve) => setTimeout(resolve, 15_000));`);
    const error = errorOf(await runner.action(`'x'.repeat(5e8).split('');`, { limits: { cpuTimeMs: 10_000 } }));
    expect(error.type).toBe('out_of_memory');
    expect(errorOf(await waiting).type).toBe('platform');
  }, 40_000);

  it('ends a function that outlives its time, and one that waits for nothing', async () => {
    const slow = runner.action(`await new Promise((r) => setTimeout(r, 30_000));`, { limits: { wallTimeMs: 300 } });
    expect(errorOf(await slow)).toMatchObject({ type: 'wall_time_exceeded' });
    const never = runner.action(`await new Promise(() => {});`);
    expect(errorOf(await never)).toMatchObject({ type: 'function_error', name: 'NeverSettlesError' });
  });

  it('keeps the first thousand lines of a flood and counts the rest', async () => {
    await runner.action(`for (let i = 0; i < 3000; i++) svc.log('line ' + i);`);
    const dropped = runner.api.logBatches.reduce((sum, batch) => sum + (batch.dropped ?? 0), 0);
    expect(runner.api.logLines.length + dropped).toBe(3000);
    expect(runner.api.logLines[0]?.message).toBe('line 0');
  }, 20_000);

  it('shows file, line and source of what was thrown', async () => {
    const error = errorOf(await runner.action(`const deep = () => { throw new TypeError('broken'); };\n    deep();`));
    expect(error).toMatchObject({
      type: 'function_error',
      name: 'TypeError',
      message: 'broken',
      location: { file: 'github/actions/test.ts', line: 6, column: 28 },
    });
    expect(error.stack).toContain('github/actions/test.ts:7:');
    expect(error.stack).not.toMatch(/svc:|isolated-vm|file:\/\//);
    expect(error.codeFrame).toContain(`> 6 | const deep = () => { throw new TypeError('broken'); };`);
  });

  it.each([
    [`throw 'text';`, /not an Error: text/],
    [`throw { code: 5 };`, /not an Error: \{"code":5\}/],
    [`throw null;`, /not an Error: null/],
    [`throw undefined;`, /not an Error: undefined/],
    [`return Promise.reject(new Error('rejected'));`, /^rejected$/],
    [`Promise.reject(new Error('left behind')); await new Promise((r) => setTimeout(r, 50));`, /^left behind$/],
    [`const circle = {}; circle.self = circle; return circle;`, /circular/],
  ])('reports %s', async (body, message) => {
    expect(errorOf(await runner.action(body))).toMatchObject({
      type: 'function_error',
      message: expect.stringMatching(message),
    });
  });

  it('reports a script that does not compile, refuses other modules, and is not a function', async () => {
    const syntax = errorOf(await runner.run(rawScript('module.exports = {};\nconst a = ;')));
    expect(syntax).toMatchObject({
      type: 'function_error',
      name: 'SyntaxError',
      location: { file: 'function.js', line: 2, column: 11 },
    });
    expect(syntax.codeFrame).toContain('> 2 | const a = ;');
    const lodash = await actionOf(`return require('lodash');`);
    expect(errorOf(await runner.run(lodash)).message).toMatch(/Cannot import "lodash".*"zod"/);
    expect(errorOf(await runner.run(rawScript('module.exports = {};'))).message).toMatch(
      /createSync, createAction or createOnEvent/,
    );
  });
});
