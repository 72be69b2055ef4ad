import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

/** Works in small steps, so that a neighbour that hogs more than its share shows. */
const NEIGHBOUR = `
  const until = Date.now() + 500;
  while (Date.now() < until) { await svc.getMetadata(); await new Promise((resolve) => setTimeout(resolve, 20)); }
  return 'untouched';`;
const DEADLINE_MS = 20_000;
const OUT_OF_CPU = 'cpu_time_exceeded';
const OUT_OF_MEMORY = 'out_of_memory';
const HOSTILE = `{ toString() { for (;;); }, toJSON() { for (;;); }, get stack() { for (;;); }, get message() { for (;;); } }`;

describe('a function that attacks', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    // Memory as RUNNER_CHILD_MEMORY_MIB has it where nobody sets it.
    runner = await RunnerHarness.start({ maxChildren: 2, concurrencyPerChild: 8, childMemoryMib: 1024 });
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  /** Runs an attack beside a neighbour in its own process and one of another environment; both must succeed within their deadline. */
  const attack = async (body: string) => {
    const limits = { wallTimeMs: DEADLINE_MS };
    const neighbours = [1, 2].map((environmentId) => runner.action(NEIGHBOUR, { environmentId, limits }));
    const result = await runner.action(body, { limits: { cpuTimeMs: 500, wallTimeMs: 4000, memoryMb: 64 } });
    expect((await Promise.all(neighbours)).map(outputOf)).toEqual(['untouched', 'untouched']);
    return result;
  };

  it.each([
    ['an endless chain of promises', `const again = () => Promise.resolve().then(again); await again();`, [OUT_OF_CPU]],
    [
      'an endless async generator',
      `async function* all() { for (;;) yield 1; } for await (const one of all());`,
      [OUT_OF_CPU],
    ],
    ['a regular expression that never ends', `return /^(a+)+$/.test('a'.repeat(50) + 'b');`, [OUT_OF_CPU]],
    ['JSON that is nested without end', `JSON.parse('['.repeat(5e7));`, [OUT_OF_CPU, OUT_OF_MEMORY]],
    [
      'a string of a gigabyte',
      `const all = []; for (let i = 0; ; i++) all.push('x'.repeat(5e8) + i);`,
      [OUT_OF_CPU, OUT_OF_MEMORY],
    ],
    ['a gigabyte of bytes', `const all = []; for (;;) all.push(new Uint8Array(1e8).fill(1));`, [OUT_OF_MEMORY]],
    [
      'rubbish that keeps the collector busy',
      `const all = []; for (;;) { all.push(new Array(100).fill({})); if (all.length > 4e4) all.length = 3.9e4; }`,
      [OUT_OF_CPU, OUT_OF_MEMORY],
    ],
    [
      'timers that start timers',
      `const fork = () => { setTimeout(fork, 1); setTimeout(fork, 1); }; fork(); await new Promise(() => {});`,
      ['wall_time_exceeded', 'function_error', OUT_OF_CPU, OUT_OF_MEMORY],
    ],
    [
      'keys that are derived without end',
      `const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']);
      const again = () => crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 2e6 }, key, 512).then(again);
      await Promise.all(Array.from({ length: 30 }, again));`,
      ['wall_time_exceeded'],
    ],
    ['a result whose then never returns', `return { then() { for (;;); } };`, [OUT_OF_CPU]],
    ['a result whose toJSON never returns', `return { toJSON() { for (;;); } };`, [OUT_OF_CPU]],
    ['an error that cannot be read', `throw ${HOSTILE};`, [OUT_OF_CPU]],
    [
      'a rejection that cannot be read',
      `Promise.reject(${HOSTILE}); await new Promise((r) => setTimeout(r, 3000));`,
      [OUT_OF_CPU],
    ],
    [
      'a proxy in place of an error',
      `const trap = () => { for (;;); }; setTimeout(() => { throw new Proxy(new Error(), { get: trap, getPrototypeOf: trap }); }, 1); await new Promise((r) => setTimeout(r, 3000));`,
      [OUT_OF_CPU],
    ],
    [
      'a stack that is never prepared',
      `Error.prepareStackTrace = () => { for (;;); }; throw new Error('x');`,
      [OUT_OF_CPU],
    ],
    [
      'a species that never resolves',
      `class Own extends Promise { static get [Symbol.species]() { return function (run) { run(() => { for (;;); }, () => {}); }; } } await Own.resolve(1).then(() => 2);`,
      [OUT_OF_CPU],
    ],
    [
      'a promise of its own making',
      `Promise.prototype.then = () => { for (;;); }; await svc.getMetadata();`,
      [OUT_OF_CPU],
    ],
    [
      'an output deeper than a stack',
      `let deep = []; for (let i = 0; i < 5000; i++) deep = [deep]; return deep;`,
      ['function_error'],
    ],
    ['an output that is no JSON', `JSON.stringify = () => '1},{"outcome":"superseded"'; return 1;`, ['function_error']],
    ['an error of 300 MB', `throw new Error('x'.repeat(3e8));`, [OUT_OF_MEMORY, OUT_OF_CPU, 'function_error']],
    [
      'a request of 300 MB',
      `await svc.post({ endpoint: '/', data: 'x'.repeat(3e8) });`,
      [OUT_OF_MEMORY, OUT_OF_CPU, 'function_error'],
    ],
  ])(
    'with %s ends alone',
    async (_what, body, types) => {
      expect(types).toContain(errorOf(await attack(body)).type);
    },
    60_000,
  );

  it('sends the gateway nothing that takes it gigabytes to read', async () => {
    const result = await attack(`
      const [bomb, write] = ['['.repeat(2e7), JSON.stringify];
      JSON.stringify = (value) => (value.at ? bomb : write(value));
      await svc.setMetadata({ at: [] });`);
    expect(errorOf(result).message).toMatch(/nested too deeply/);
    expect(runner.api.requests).not.toContain('PUT /run/metadata');
  }, 60_000);

  it('with a million log lines gets a thousand of them at a time', async () => {
    const limits = { cpuTimeMs: 20_000, memoryMb: 128 };
    const result = await runner.action(`for (let i = 0; i < 1e6; i++) console.log('line ' + i); return 1;`, { limits });
    expect(outputOf(result)).toBe(1);
    const dropped = runner.api.logBatches.reduce((sum, batch) => sum + (batch.dropped ?? 0), 0);
    expect(runner.api.logLines.length + dropped).toBe(1e6);
    expect(dropped).toBeGreaterThan(5e5);
  }, 60_000);

  it('finds no way out through constructors, frames, imports and shared memory', async () => {
    const output = outputOf(
      await attack(`
        const tried = (work) => { try { return String(work()); } catch (error) { return error.name; } };
        const frames = [];
        Error.prepareStackTrace = (_, all) => frames.push(...all.map((f) => typeof f.getThis?.() + typeof f.getFunction?.())) && '';
        try { await svc.get({}); } catch (error) { String(error.stack); }
        const constructors = [svc.get, svc.ActionError, console.log, setTimeout, crypto.subtle.digest, Buffer.from, (async () => {})().constructor, function* () {}, async function* () {}];
        return {
          outside: constructors.map((one) => tried(() => one.constructor.constructor('return typeof process + typeof require + typeof __boot')())),
          frames: frames.filter((frame) => /(^|t)function$/.test(frame) && frame !== 'objectfunction').length,
          missing: [typeof SharedArrayBuffer, typeof Atomics, typeof WebAssembly, typeof FinalizationRegistry, typeof process, typeof fetch],
          imports: await Promise.all(['fs', 'node:fs', 'data:text/javascript,export default 1'].map((name) => import(name).then(() => 'loaded', (error) => error.message))),
          caller: tried(() => { const f = function () { return f.caller?.caller; }; return f(); }),
        };`),
    );
    const nothing = 'undefinedundefinedundefined';
    expect(output).toMatchObject({ outside: Array<string>(9).fill(nothing), frames: 0 });
    expect(output).toMatchObject({
      missing: Array<string>(6).fill('undefined'),
      imports: Array<string>(3).fill('Not supported'),
    });
  }, 60_000);

  it('leaves nothing to the next run: no globals, prototypes, symbols, timers or changed modules', async () => {
    const mark = `
      const z = require('zod');
      const seen = [globalThis.left, {}.left, z.z.left, Symbol.prototype.left, svc.left, Buffer.left, Object.getOwnPropertySymbols(globalThis).length, typeof require('crypto').left];
      const leave = (target) => { try { target.left = 1; } catch { /* frozen */ } };
      [globalThis, Object.prototype, z.z, Symbol.prototype, svc, Buffer, require('crypto')].forEach(leave);
      globalThis[Symbol.for('left')] = 1;
      setInterval(() => { globalThis.left = 2; }, 1);
      JSON.parse = Array.prototype.map = () => 'left';
      return seen;`;
    const first = outputOf(await runner.action(mark));
    expect(outputOf(await runner.action(mark))).toEqual(first);
    expect(first).toEqual([null, null, null, null, null, null, expect.any(Number), 'undefined']);
  });

  it('takes nobody along when the runner has only one process for its environment', async () => {
    const results = await Promise.all([
      ...Array.from({ length: 6 }, () => runner.action(`for (;;);`, { limits: { cpuTimeMs: 300 } })),
      ...Array.from({ length: 6 }, () => runner.action(`return 'fine';`, { environmentId: 2 })),
    ]);
    expect(results.slice(0, 6).map((result) => errorOf(result).type)).toEqual(Array<string>(6).fill(OUT_OF_CPU));
    expect(results.slice(6).map(outputOf)).toEqual(Array<string>(6).fill('fine'));
  }, 60_000);
});
