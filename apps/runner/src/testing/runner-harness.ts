import type { RunRequest, RunResult } from '@svc/contracts';
import { createLogger } from '@svc/observability';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { Runner } from '../runner.js';
import { findRuntimeFiles } from '../supervisor/runtime-files.js';
import { bundleFunction, type BundledFunction } from './bundle-function.js';
import { FakeRunApi } from './fake-run-api.js';

const SECRET = 'internal-secret-of-the-test-0123456789';

export interface HarnessOptions {
  readonly maxChildren?: number;
  readonly concurrencyPerChild?: number;
  readonly childMemoryMib?: number;
  readonly maxWaitMs?: number;
}

type Overrides = Partial<Omit<RunRequest, 'limits' | 'function'>> & {
  readonly kind?: RunRequest['function']['kind'];
  readonly limits?: Partial<RunRequest['limits']>;
};

/** A runner with its processes, on random ports, beside a fake run API. */
export class RunnerHarness {
  readonly api = new FakeRunApi();
  private constructor(
    readonly runner: Runner,
    readonly url: string,
  ) {}

  static async start(options: HarnessOptions = {}): Promise<RunnerHarness> {
    const { buildRuntime } = (await import(path.join(import.meta.dirname, '../../scripts/build-runtime.mjs'))) as {
      buildRuntime: (folder: string) => Promise<unknown>;
    };
    const folder = path.join(import.meta.dirname, '../../dist/runtime');
    await buildRuntime(folder);
    const api = new FakeRunApi();
    const internalUrl = await api.start();
    const { maxChildren = 2, concurrencyPerChild = 8, childMemoryMib = 600, maxWaitMs = 20_000 } = options;
    const limits = {
      maxChildren,
      concurrencyPerChild,
      childMemoryMib,
      isolateMemoryMib: 256,
      maxWallTimeMs: 60_000,
      maxCpuTimeMs: 10_000,
    };
    const runner = new Runner({
      config: { host: '127.0.0.1', internal: { url: internalUrl, secret: SECRET }, runner: { port: 0, limits } },
      files: findRuntimeFiles(folder),
      logger: createLogger({ name: 'runner', level: 'silent' }),
      maxWaitMs,
    });
    const harness = new RunnerHarness(runner, await runner.start());
    return Object.assign(harness, { api });
  }

  async stop(): Promise<void> {
    await this.runner.stop(0);
    await this.api.stop();
  }

  request(script: BundledFunction, { kind = 'action', limits, ...rest }: Overrides = {}): RunRequest {
    return {
      runId: randomUUID(),
      token: this.api.token,
      environmentId: 1,
      environmentName: 'dev',
      function: { kind, name: 'test', versionId: script.hash, scriptHash: this.api.add(script) },
      connection: { connectionId: 'c1', providerConfigKey: 'github', provider: 'github' },
      limits: { wallTimeMs: 20_000, cpuTimeMs: 3000, memoryMb: 128, outputBytes: 1_000_000, ...limits },
      logLevel: 'debug',
      ...(kind === 'sync' && { sync: { name: 'test', variant: 'base', models: ['Issue'], lastSyncDate: null } }),
      ...rest,
    };
  }

  post(body: unknown, init: { secret?: string; signal?: AbortSignal } = {}): Promise<Response> {
    return fetch(`${this.url}/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${init.secret ?? SECRET}` },
      body: JSON.stringify(body),
      signal: init.signal ?? null,
    });
  }

  async run(script: BundledFunction, overrides: Overrides = {}): Promise<RunResult> {
    const response = await this.post(this.request(script, overrides));
    return (await response.json()) as RunResult;
  }

  /** Runs the body of an action that takes and gives anything. */
  async action(body: string, overrides: Overrides = {}): Promise<RunResult> {
    return this.run(await actionOf(body), overrides);
  }

  /** Runs the body of a sync with the model `Issue`. */
  async sync(body: string, overrides: Overrides = {}): Promise<RunResult> {
    return this.run(await syncOf(body), { kind: 'sync', ...overrides });
  }
}

export const actionOf = (body: string): Promise<BundledFunction> =>
  bundleFunction(
    `import { createAction, ActionError } from '@svc/functions';
import { z } from 'zod';
export default createAction({
  description: 'test', input: z.any(), output: z.any(),
  exec: async (svc, input) => {
${body}
  },
});`,
    'github/actions/test.ts',
  );

export const syncOf = (body: string): Promise<BundledFunction> =>
  bundleFunction(`import { createSync } from '@svc/functions';
import { z } from 'zod';
export default createSync({
  description: 'test', frequency: 'every hour', models: { Issue: z.object({ id: z.string() }) },
  checkpoint: z.object({ n: z.number() }),
  exec: async (svc) => {
${body}
  },
});`);

/** What a completed run returned. */
export const outputOf = (result: RunResult): unknown => {
  if (result.outcome !== 'completed') throw new Error(`The run did not complete: ${JSON.stringify(result)}`);
  return result.output;
};

/** Why a run failed. */
export const errorOf = (result: RunResult) => {
  if (result.outcome !== 'failed') throw new Error(`The run did not fail: ${JSON.stringify(result)}`);
  return result.error;
};
