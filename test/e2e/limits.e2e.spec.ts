import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc, type SvcError } from '@svc/client';
import { startGateway, type Gateway } from '@svc/testing';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';

const KEY = 'broken';
const CONNECTION = 'someone';
const MAX_CPU_MS = '5000';

/** What a function does wrong ends its own run with an error that helps, and disturbs nobody. */
describe('misbehaving functions', () => {
  let gateway: Gateway;
  let svc: Svc;
  /** A client of another environment. */
  let neighbour: Svc;

  beforeAll(async () => {
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0', RUNNER_MAX_CPU_MS: MAX_CPU_MS } });
    svc = clientOf(gateway);
    neighbour = new Svc({ apiKey: await createEnvironment('neighbour'), host: gateway.apiUrl });
    await Promise.all([prepare(svc), prepare(neighbour)]);
    await Promise.all([
      deploy('misbehaving-project', gateway.environment, gateway.secretKey),
      deploy('misbehaving-project', 'neighbour', neighbourKey),
    ]);
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
  }, 60_000);

  let neighbourKey = '';

  async function createEnvironment(name: string): Promise<string> {
    const call = async <T>(route: string, body: object): Promise<T> => {
      const headers = { authorization: `Bearer ${gateway.accountKey}`, 'content-type': 'application/json' };
      const response = await fetch(`${gateway.apiUrl}${route}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as { data: T };
      return data;
    };
    const { id } = await call<{ id: number }>('/environments', { name });
    const { secret } = await call<{ secret: string }>('/environment/api-keys', {
      environment_id: id,
      display_name: 'tests',
    });
    neighbourKey = secret;
    return secret;
  }

  async function prepare(client: Svc): Promise<void> {
    await client.createIntegration({ provider: 'unauthenticated', unique_key: KEY });
    await client.importConnection({
      provider_config_key: KEY,
      connection_id: CONNECTION,
      connection_config: { baseUrl: gateway.apiUrl },
      credentials: { type: 'NONE' },
    });
  }

  const envOf = (environment: string, key: string) => ({
    SVC_HOST: gateway.apiUrl,
    [`SVC_SECRET_KEY_${environment.toUpperCase()}`]: key,
  });

  async function deploy(project: string, environment: string, key: string): Promise<void> {
    const outcome = await runCli(
      path.join(import.meta.dirname, project),
      ['deploy', environment, '--yes'],
      envOf(environment, key),
    );
    expect(outcome).toMatchObject({ exitCode: 0 });
  }

  const trigger = (client: Svc, actionName: string, input: object = {}) =>
    client.triggerAction({ providerConfigKey: KEY, connectionId: CONNECTION, actionName, input });
  const failure = (actionName: string, input: object = {}): Promise<SvcError> =>
    trigger(svc, actionName, input).then(
      () => Promise.reject(new Error(`${actionName} did not fail`)),
      (error: SvcError) => error,
    );

  it.each([
    ['endless-loop', 'function_runtime_timed_out'],
    ['memory-bomb', 'function_runtime_out_of_memory'],
    ['json-bomb', 'function_runtime_out_of_memory'],
  ])(
    '%s ends with %s while a neighbour works on',
    async (actionName, code) => {
      let running = true;
      const broken = failure(actionName).finally(() => (running = false));
      const answers: unknown[] = [];
      while (running) answers.push(await trigger(neighbour, 'echo', { text: 'hello' }));
      expect(await broken).toMatchObject({ status: 500, code });
      expect(answers.length).toBeGreaterThan(0);
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"text":"hello"}']));
      expect(await trigger(svc, 'echo', { text: 'again' })).toEqual({ text: 'again' });
    },
    60_000,
  );

  it('shows the file and the line of an error', async () => {
    const error = await failure('throws');
    expect(error).toMatchObject({ status: 500, code: 'script_internal_error' });
    expect(JSON.stringify(error.payload)).toMatch(/broken\/actions\/throws\.ts:4/);
  });

  it('takes an output of 10 MB and refuses a larger one', async () => {
    expect(await trigger(svc, 'large-output', { bytes: 10_000_000 })).toHaveLength(10_000_000);
    expect(await failure('large-output', { bytes: 11_000_000 })).toMatchObject({
      status: 413,
      code: 'action_output_too_big',
    });
  });

  it('refuses to deploy a function that imports a third-party module, by its name', async () => {
    const outcome = await runCli(
      path.join(import.meta.dirname, 'rejected-projects/third-party'),
      ['deploy', 'dev', '--yes'],
      envOf('dev', gateway.secretKey),
    );
    expect(outcome.exitCode).toBe(1);
    expect(outcome.output).toMatch(/broken\/actions\/wrong\.ts:1/);
    expect(outcome.output).toContain('axios');
  });

  it('refuses to deploy a function that does not parse, with file and line', async () => {
    const source = path.join(import.meta.dirname, 'rejected-projects/syntax-error');
    const project = await mkdtemp(path.join(import.meta.dirname, 'rejected-projects/tmp-'));
    try {
      await cp(source, project, { recursive: true });
      // Kept under another name so that formatters and compilers leave it alone.
      for (const file of ['index.ts', 'broken/actions/wrong.ts']) {
        await rename(path.join(project, `${file}.txt`), path.join(project, file));
      }
      const outcome = await runCli(project, ['deploy', 'dev', '--yes'], envOf('dev', gateway.secretKey));
      expect(outcome.exitCode).toBe(1);
      expect(outcome.output).toMatch(/broken\/actions\/wrong\.ts:8/);
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });
});
