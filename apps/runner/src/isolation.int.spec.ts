import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { rawScript } from './testing/bundle-function.js';
import { jsonAnswer, type ProviderAnswer } from './testing/fake-run-api.js';
import { actionOf, errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';
import { until } from './testing/until.js';

/** Leaves its wrapper and takes the boot function's place, so that it holds the host's functions themselves. */
const takingHost = (attack: string) =>
  rawScript(`});
const boot = globalThis.__boot;
globalThis.__boot = (script, host) => {
  const enter = boot(script, host);
  return (kind, ...args) => { if (kind === 'start') { ${attack} } enter(kind, ...args); };
};
(function (module) { module.exports = {};`);

describe('isolation of functions', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    process.env['ENCRYPTION_KEY'] = 'secret-of-the-supervisor';
    runner = await RunnerHarness.start({ maxChildren: 3 });
  }, 60_000);
  afterAll(() => runner.stop());
  beforeEach(() => runner.api.reset());

  it('starts each run with clean globals and prototypes', async () => {
    const script = await actionOf(`
      const before = [typeof globalThis.leak, [].leak, {}.leak, JSON.parse('{}').leak];
      globalThis.leak = 1; Array.prototype.leak = 2; Object.prototype.leak = 3; JSON.parse = () => ({ leak: 4 });
      return before;`);
    const clean = ['undefined', null, null, null];
    expect(outputOf(await runner.run(script))).toEqual(clean);
    expect(outputOf(await runner.run(script))).toEqual(clean);
  });

  it('has no process, no network, no files, no way out through constructors', async () => {
    const output = outputOf(
      await runner.action(`
        const out = (value) => { try { return typeof value(); } catch (e) { return e.name; } };
        return [
          typeof process, typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof SharedArrayBuffer, typeof WebAssembly, typeof __boot,
          out(() => this.constructor.constructor('return process')()),
          out(() => svc.setLogger.constructor('return process')()),
          out(() => console.log.constructor('return this')().process),
          out(() => setTimeout.constructor('return globalThis')().process),
          out(() => require('fs')), out(() => require('child_process')), out(() => require('node:net')), out(() => require('isolated-vm')),
        ];`),
    );
    expect(output).toEqual([
      ...Array<string>(7).fill('undefined'),
      'TypeError',
      'ReferenceError',
      'undefined',
      'undefined',
      ...Array<string>(4).fill('Error'),
    ]);
  });

  it('never shows the run token or the host to a function', async () => {
    const output = outputOf(
      await runner.action(`
        const seen = new Set(); const texts = [];
        const walk = (value, depth) => {
          if (depth > 6 || value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) return;
          seen.add(value);
          for (const key of Reflect.ownKeys(value)) {
            let next; try { next = value[key]; } catch { continue; }
            if (typeof next === 'string') texts.push(next); else walk(next, depth + 1);
          }
        };
        walk(globalThis, 0); walk(svc, 0);
        try { await svc.get({}); } catch (e) { texts.push(e.stack); }
        return texts.filter((text) => /run-token|isolated-vm|file:\\/\\//.test(text));`),
    );
    expect(output).toEqual([]);
  });

  it.each([
    ['arguments that are no JSON', takingHost(`host.call(1, 'proxy', 'x');`)],
    ['arguments that are no object', takingHost(`host.call(1, 'proxy', 'null');`)],
    ['calls without number', takingHost(`for (;;) host.call(1, 'connection', '{}');`)],
    ['an end that is no text', takingHost(`host.finish('completed', 5);`)],
    ['a failure that is none', takingHost(`host.finish('failed', '{"stack":5}');`)],
    ['gigabytes of random bytes', takingHost(`host.randomBytes(2_000_000_000);`)],
    ['a digest of a number', takingHost(`host.digest('sha256', 2_000_000_000, new ArrayBuffer(1));`)],
    [
      'a key operation that is none',
      takingHost(`host.call(1, 'webCrypto', 'x', 5); host.call(2, 'webCrypto', {}, {});`),
    ],
    ['a key operation that is nested without end', takingHost(`host.call(1, 'webCrypto', '['.repeat(3e4));`)],
    [
      'bytes that are not there',
      takingHost(
        `host.call(1, 'webCrypto', '{"method":"digest","args":["SHA-256",{"bytes":[0,9e9]}]}', new ArrayBuffer(1));`,
      ),
    ],
    ['a method of its own choice', takingHost(`host.call(1, 'webCrypto', '{"method":"constructor","args":[]}');`)],
    [
      'a cipher of numbers',
      takingHost(`host.cipher('{"algorithm":"aes-128-cbc","isEncryption":true,"padding":true}', 5e9, 5e9, 5e9, 5e9);`),
    ],
    ['a key of numbers', takingHost(`host.key('{}', 5e9); host.key(5, {}); host.key('[', new ArrayBuffer(9));`)],
    [
      'a derivation of numbers',
      takingHost(`host.derive('{"method":"hkdf","digest":"sha1","keyLength":1}', 5e9, {}, 5);`),
    ],
    ['an output that says more than it may', takingHost(`host.finish('completed', '1,"outcome":"superseded"');`)],
    ['a failure of a hundred megabytes', takingHost(`host.finish('failed', JSON.stringify('x'.repeat(1e8)));`)],
    ['arguments of a hundred megabytes', takingHost(`host.call(1, 'integration', '['.repeat(1e8));`)],
    ['log lines of a hundred megabytes', takingHost(`host.log('info', 'x'.repeat(1e8)); host.log({}, {}, {});`)],
    ['lines that it never wrote', takingHost(`host.dropLogLines(-1); host.dropLogLines(NaN); host.dropLogLines('x');`)],
    ['what another JSON makes', actionOf(`JSON.stringify = () => 'x'; await svc.getMetadata();`)],
    ['an error as another JSON writes it', actionOf(`JSON.stringify = () => 'x'; throw new Error('mine');`)],
  ])('ends nobody but a function that hands its host %s', async (_, script) => {
    const answered = Promise.withResolvers<ProviderAnswer>();
    runner.api.provider = () => answered.promise;
    const neighbour = runner.action(`return (await svc.get({ endpoint: '/held' })).data.n;`);
    await until(() => runner.api.proxied.length === 1);
    const result = await runner.run(await script);
    answered.resolve(jsonAnswer({ n: 1 }));
    expect(outputOf(await neighbour)).toBe(1);
    if (result.outcome === 'failed') expect(result.error.type).not.toBe('platform');
  });

  it('gives a child process none of the environment of the supervisor', async () => {
    // Only Linux shows a process's environment as a file.
    if (process.platform !== 'linux') return;
    const { pid } = runner.runner.pool.all[0] ?? {};
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    expect(environment).not.toContain('secret-of-the-supervisor');
    const names = environment.split('\0').map((entry) => entry.split('=', 1)[0]);
    expect(names.filter((name) => !/^(NODE_|LANG$|TZ$|$)/.test(name ?? ''))).toEqual([]);
  });

  it('never runs two environments in one process', async () => {
    const answered = Promise.withResolvers<ProviderAnswer>();
    runner.api.provider = () => answered.promise;
    const call = `return (await svc.get({ endpoint: '/held' })).data.n;`;
    const running = [1, 2].map((environmentId) => runner.action(call, { environmentId }));
    await until(() => runner.api.proxied.length === 2);
    for (const child of runner.runner.pool.all) {
      expect(new Set(child.pending.map(({ request }) => request.environmentId)).size).toBeLessThan(2);
    }
    answered.resolve(jsonAnswer({ n: 1 }));
    expect((await Promise.all(running)).map(outputOf)).toEqual([1, 1]);
  }, 15_000);

  it('reports the runs of a process that was killed as repeatable, and goes on', async () => {
    const running = runner.action(`await new Promise((r) => setTimeout(r, 20_000));`);
    await until(() => runner.runner.pool.runningCount === 1);
    const child = runner.runner.pool.all.find(({ pending }) => pending.length > 0);
    process.kill(child?.pid ?? 0, 'SIGKILL');
    expect(errorOf(await running)).toMatchObject({ type: 'platform' });
    expect(outputOf(await runner.action('return 2;'))).toBe(2);
  });

  it('gives crypto, url and the usual globals', async () => {
    const output = outputOf(
      await runner.action(`
        const { createHash, createHmac, timingSafeEqual, randomUUID } = require('crypto');
        const { URL: NodeUrl } = require('node:url');
        const clone = structuredClone({ d: new Date(0), m: new Map([[1, new Set([2])]]) });
        return [
          createHash('sha256').update('a').update(Buffer.from('b')).digest('hex'),
          createHmac('sha1', 'key').update('x').digest('base64'),
          timingSafeEqual(Buffer.from('a'), Buffer.from('a')), randomUUID().length, crypto.getRandomValues(new Uint8Array(4)).length,
          new NodeUrl('../b?x=ü', 'https://ä.example/c/d').href, new URLSearchParams({ a: '1 2' }).toString(),
          new TextDecoder().decode(new TextEncoder().encode('€')), atob(btoa('hi')), Buffer.from('aGk=', 'base64').toString(),
          clone.d.getTime(), clone.m.get(1).has(2), await new Promise((r) => queueMicrotask(() => r('micro'))),
        ];`),
    );
    expect(output).toEqual(
      [
        'fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603',
        'zRxEGmahE7yCeQFV7/lSRXmKxYk=',
        true,
        36,
        4,
        'https://xn--4ca.example/b?x=%C3%BC',
        'a=1+2',
        '€',
        'hi',
        'hi',
        0,
        true,
        'micro',
      ].map((value, index) => (index === 1 ? expect.any(String) : value)),
    );
  });
});
