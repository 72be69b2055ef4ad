/**
 * From the request to the runner to the function's first call of a helper, beside the same code called in Node. The bench plays
 * both sides: it asks the runner as `api` does and answers as the internal run API does.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { createLogger } from '@svc/observability';
import { Runner } from '../apps/runner/dist/runner.js';
import { findRuntimeFiles } from '../apps/runner/dist/supervisor/runtime-files.js';
import { milliseconds, printFigure, times } from './lib/report.mjs';

const SECRET = 'secret-of-the-benchmark-0123456789';
const METADATA = '/run/metadata';
const WARM_RUNS = 200;
const COLD_RUNS = 40;

const codeOf = (number) => `
const { createAction } = require('@svc/functions');
const { z } = require('zod');
module.exports = createAction({ description: 'bench ${number}', input: z.object({}), output: z.any(),
  exec: async (svc) => { await svc.getMetadata(); return ${number}; } });`;

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

/** Answers scripts and metadata, and notes when the metadata was asked for. */
const startRunApi = async () => {
  const scripts = new Map();
  const api = { scripts, calledAt: 0 };
  const server = createServer((request, response) => {
    if (request.url === METADATA) api.calledAt = performance.now();
    const code = scripts.get(request.url.split('/').at(-1));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(code === undefined ? {} : { code, sourceMap: null }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(api, { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() });
};

const startRunner = async (internalUrl) => {
  const limits = {
    maxChildren: 2,
    concurrencyPerChild: 16,
    childMemoryMib: 1024,
    isolateMemoryMib: 256,
    maxWallTimeMs: 60_000,
    maxCpuTimeMs: 10_000,
  };
  const runner = new Runner({
    config: { host: '127.0.0.1', internal: { url: internalUrl, secret: SECRET }, runner: { port: 0, limits } },
    files: findRuntimeFiles(path.resolve(import.meta.dirname, '../apps/runner/dist/runtime')),
    logger: createLogger({ name: 'runner', level: 'silent' }),
  });
  return { url: await runner.start(), stop: () => runner.stop(0) };
};

const requestOf = (scriptHash) => ({
  runId: randomUUID(),
  token: 'token',
  environmentId: 1,
  environmentName: 'bench',
  function: { kind: 'action', name: 'bench', versionId: scriptHash, scriptHash },
  connection: { connectionId: 'c', providerConfigKey: 'p', provider: 'p' },
  input: {},
  limits: { wallTimeMs: 20_000, cpuTimeMs: 5000, memoryMb: 256, outputBytes: 1_000_000 },
  logLevel: 'warn',
});

/** Milliseconds to the first helper call of each run. */
const startTimes = async (runs, { runner, api, hashOf }) => {
  const durations = [];
  for (let index = 0; index < runs; index++) {
    const body = JSON.stringify(requestOf(hashOf(index)));
    const begun = performance.now();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` };
    const answer = await fetch(`${runner.url}/runs`, { method: 'POST', headers, body });
    const { outcome, error } = await answer.json();
    if (outcome !== 'completed') throw new Error(`The run ended as ${outcome}: ${error?.message}`);
    durations.push(api.calledAt - begun);
  }
  return durations;
};

/** The same code, evaluated and called in this process: its helper asks the same server. */
const directTimes = async (runs, { api, modules }) => {
  const durations = [];
  for (let index = 0; index < runs; index++) {
    const begun = performance.now();
    const module = { exports: {} };
    new Function('module', 'exports', 'require', codeOf(index))(module, module.exports, (name) => modules[name]);
    await module.exports.input.parseAsync({});
    await module.exports.exec({ getMetadata: async () => (await fetch(`${api.url}${METADATA}`)).json() });
    durations.push(api.calledAt - begun);
  }
  return durations;
};

export const run = async () => {
  const modules = { '@svc/functions': await import('@svc/functions'), zod: await import('zod') };
  const api = await startRunApi();
  const runner = await startRunner(api.url);
  const add = (number) => {
    const code = codeOf(number);
    const hash = createHash('sha256').update(code).digest('hex');
    api.scripts.set(hash, code);
    return hash;
  };
  try {
    const warmHash = add(-1);
    const parts = { runner, api };
    await startTimes(20, { ...parts, hashOf: () => warmHash });
    await directTimes(20, { api, modules });
    const direct = median(await directTimes(WARM_RUNS, { api, modules }));
    const figures = [
      ['warm', 'under 5 ms', await startTimes(WARM_RUNS, { ...parts, hashOf: () => warmHash })],
      ['cold, a script never seen', 'under 25 ms', await startTimes(COLD_RUNS, { ...parts, hashOf: add })],
    ];
    for (const [what, aim, durations] of figures) {
      const p50 = median(durations);
      const ratio = `${times(p50 / direct)} of ${milliseconds(direct)}`;
      printFigure({ what: `start to first helper call p50, ${what}`, measured: milliseconds(p50), ratio, aim });
    }
  } finally {
    await runner.stop();
    api.stop();
  }
};
