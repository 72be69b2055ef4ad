import { loadConfig } from '@svc/config';
import { createLogger } from '@svc/observability';
import { createTestDatabase, freePort, LocalServer, waitFor } from '@svc/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { ApiUnderTest, type TestAnswer } from '../../../api/src/testing/api-under-test.js';
import { Runner } from '../../../runner/src/runner.js';
import { findRuntimeFiles } from '../../../runner/src/supervisor/runtime-files.js';
import { createWorkerApp } from '../app.js';

const RUNNER_ROOT = path.join(import.meta.dirname, '../../../runner');

/** API, worker and runner over one database, and a provider that answers as it is told. Temporal is away. */
export class FunctionsBed {
  private readonly stops: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly api: ApiUnderTest,
    readonly worker: NestFastifyApplication,
  ) {}

  static async start(provider: RequestListener): Promise<FunctionsBed> {
    const { buildRuntime } = (await import(path.join(RUNNER_ROOT, 'scripts/build-runtime.mjs'))) as {
      buildRuntime: (folder: string) => Promise<unknown>;
    };
    await buildRuntime(path.join(RUNNER_ROOT, 'dist/runtime'));
    const upstream = await LocalServer.start(provider);
    const database = await createTestDatabase();
    const [workerPort, runnerPort] = [await freePort(), await freePort()];
    const settings = {
      NODE_ENV: 'development',
      DATABASE_URL: database.url,
      LOG_LEVEL: 'silent',
      ALLOW_PRIVATE_NETWORK: 'true',
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      INTERNAL_URL: `http://127.0.0.1:${workerPort}`,
      RUNNER_URL: `http://127.0.0.1:${runnerPort}`,
      RUNNER_PORT: String(runnerPort),
    };
    const config = loadConfig(settings);
    const worker = await createWorkerApp(config);
    await worker.listen(workerPort, '127.0.0.1');
    const runner = new Runner({
      config: { ...config, host: '127.0.0.1' },
      files: findRuntimeFiles(path.join(RUNNER_ROOT, 'dist/runtime')),
      logger: createLogger({ name: 'runner', level: 'silent' }),
    });
    await runner.start();
    const api = await ApiUnderTest.startOn(database.url, settings);
    const bed = new FunctionsBed(api, worker);
    await bed.connect(upstream.url);
    bed.stops.push(
      () => api.close(),
      () => runner.stop(0),
      () => worker.close(),
      () => upstream.close(),
      () => database.drop(),
    );
    return bed;
  }

  /** Answers when the dry run or deployment has ended. */
  async ended(kind: 'dryruns' | 'deployments', id: string): Promise<TestAnswer['body']> {
    return await waitFor(`the end of ${kind}/${id}`, 60_000, async () => {
      const { body } = await this.api.request('GET', `/functions/${kind}/${id}`);
      return body.status === 'success' || body.status === 'failed' ? body : undefined;
    });
  }

  async stop(): Promise<void> {
    for (const stop of this.stops) await stop();
  }

  /** The integration `plain` and its connection `ann`. */
  private async connect(baseUrl: string): Promise<void> {
    await this.api.request('POST', '/integrations', { body: { provider: 'unauthenticated', unique_key: 'plain' } });
    await this.api.request('POST', '/connections', {
      body: {
        provider_config_key: 'plain',
        connection_id: 'ann',
        connection_config: { baseUrl },
        metadata: { stored: true },
        credentials: { type: 'NONE' },
      },
    });
  }
}
