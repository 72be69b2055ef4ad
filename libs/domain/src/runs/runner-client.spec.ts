import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { MAX_RUN_REQUEST_BYTES, type RunRequest } from '@svc/contracts';
import { LocalServer } from '@svc/testing';
import { variableMask } from '../accounts/variable-masks.service.js';
import { RunnerClient } from './runner-client.service.js';

const REQUEST: RunRequest = {
  runId: 'r',
  token: 't',
  environmentId: 1,
  environmentName: 'dev',
  function: { kind: 'action', name: 'a', versionId: 'v', scriptHash: 'h' },
  connection: { connectionId: 'c', providerConfigKey: 'k', provider: 'p' },
  limits: { wallTimeMs: 1000, cpuTimeMs: 1000, memoryMb: 64, outputBytes: 1000 },
  logLevel: 'off',
};

describe('RunnerClient', () => {
  it('does not ask the runner for what it never takes: to ask again would change nothing', async () => {
    let asked = 0;
    const runner = await LocalServer.start((_request, response) => {
      asked += 1;
      response.writeHead(413).end();
    });
    const config = loadConfig({ NODE_ENV: 'development', DATABASE_URL: 'postgresql://x/x', RUNNER_URL: runner.url });
    const client = new RunnerClient(config, { of: () => Promise.resolve(variableMask([])) });
    const input = 'x'.repeat(MAX_RUN_REQUEST_BYTES);
    const result = await client.runToJson({ ...REQUEST, input });
    await client.onApplicationShutdown();
    await runner.close();
    const error = { type: 'invalid_input', message: expect.stringMatching(/too large/) };
    expect(result).toMatchObject({ outcome: 'failed', error });
    expect(asked).toBe(0);
  });
});
