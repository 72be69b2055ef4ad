import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunRequest } from '@svc/contracts';
import { createLogger } from '@svc/observability';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../testing/until.js';
import { ChildPool } from './child-pool.js';
import { FunctionChild } from './function-child.js';
import type { RuntimeFiles } from './runtime-files.js';
import { Watchdog } from './watchdog.js';

const REQUEST: RunRequest = {
  runId: 'r1',
  token: 't',
  environmentId: 1,
  environmentName: 'dev',
  function: { kind: 'action', name: 'f', versionId: 'v', scriptHash: 'h' },
  connection: { connectionId: 'c', providerConfigKey: 'k', provider: 'p' },
  limits: { wallTimeMs: 60_000, cpuTimeMs: 1000, memoryMb: 64, outputBytes: 100 },
  logLevel: 'info',
};
/** Answers each run at once. */
const WORKS = `
  process.on('disconnect', () => process.exit());
  process.on('message', ({ seq }) => process.send({ type: 'result', seq, text: '"done"' }));
  process.send({ type: 'ready' });`;
const NEVER_READY = `process.on('disconnect', () => process.exit());`;

const logger = createLogger({ name: 'runner', level: 'silent' });
const never = new AbortController().signal;

describe('a child process that does not start', () => {
  let folder: string;
  let pool: ChildPool;
  let watchdog: Watchdog;

  const scriptOf = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };

  /** The first process is broken, those after it work. */
  const startPool = async (broken: Partial<RuntimeFiles>): Promise<void> => {
    const script = await scriptOf('works.mjs', WORKS);
    const files = { node: process.execPath, childScript: script, isolateScript: script, isolatedVm: script };
    const first = [broken];
    pool = new ChildPool({
      maxChildren: 1,
      concurrencyPerChild: 1,
      softMemoryMb: 1000,
      maxWaitMs: 20_000,
      spawn: (events) =>
        new FunctionChild({
          files: { ...files, ...first.shift() },
          internalUrl: 'http://127.0.0.1:9',
          logger,
          ...events,
        }),
    });
    watchdog = new Watchdog({ maxMemoryMb: 1000, children: () => pool.all, logger });
    watchdog.start();
    pool.warmUp();
  };

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'function-child-')));
  });

  afterEach(async () => {
    watchdog.stop();
    pool.stop();
    await until(() => pool.all.length === 0);
    await rm(folder, { recursive: true });
  });

  it('gives its place to another one when the system refused it', async () => {
    await startPool({ node: path.join(folder, 'no-such-program') });
    expect(await pool.run(REQUEST, never)).toBe('"done"');
  }, 40_000);

  it('is ended, and gives its place to another one, when it is not ready within a minute', async () => {
    await startPool({ childScript: await scriptOf('never-ready.mjs', NEVER_READY) });
    const result = pool.run(REQUEST, never);
    for (const child of pool.all) child.lastAliveAtMs -= 61_000;
    expect(await result).toBe('"done"');
  }, 40_000);
});
