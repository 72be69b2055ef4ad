import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalServer, startGateway, waitFor, type Gateway } from '@svc/testing';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** The aim is 15 s on two idle cores; beside other work a start takes longer, but not as long as with a compilation. */
const START_LIMIT_MS = 30_000;
const TIMEOUT_MS = 180_000;
const OWNER_ONLY = 0o600;

const isUp = async (url: string): Promise<boolean> => {
  const answer = await fetch(url).catch(() => undefined);
  return answer?.ok === true;
};

const statusWithKey = async ({ apiUrl, secretKey }: Gateway): Promise<number> => {
  const answer = await fetch(`${apiUrl}/integrations`, { headers: { authorization: `Bearer ${secretKey}` } });
  return answer.status;
};

/** What the start script said before it ended. */
const refusalOf = async (env: Record<string, string>): Promise<string> => {
  try {
    const gateway = await startGateway({ env });
    await gateway.stop();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('the gateway started');
};

describe('npm start', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await startGateway();
  }, TIMEOUT_MS);

  afterAll(async () => {
    await gateway?.stop();
  }, TIMEOUT_MS);

  it('gives a key that works, and keeps what is secret from other users', async () => {
    expect(await statusWithKey(gateway)).toBe(200);
    for (const file of ['ready.json', 'secrets.json', 'development-keys.json']) {
      const { mode } = await stat(path.join(gateway.dataDir, file));
      expect([file, mode & 0o777]).toEqual([file, OWNER_ONLY]);
    }
  });

  it.each(['api', 'worker', 'runner', 'temporal', 'postgres'] as const)(
    'starts %s again when it dies',
    async (name) => {
      const pid = await gateway.pidOf(name);
      await gateway.kill(name);
      await gateway.waitForRestart(name, pid);
      await waitFor('the API', TIMEOUT_MS, () => isUp(`${gateway.apiUrl}/ready`));
      await waitFor('the key', TIMEOUT_MS, async () => (await statusWithKey(gateway)) === 200);
    },
    TIMEOUT_MS,
  );

  it(
    'goes on with the same data and keys after a stop, soon',
    async () => {
      const { dataDir, secretKey } = gateway;
      await gateway.stop({ keepData: true });
      const begunAt = Date.now();
      gateway = await startGateway({ dataDir });
      expect(Date.now() - begunAt).toBeLessThan(START_LIMIT_MS);
      expect(gateway.secretKey).toBe(secretKey);
      expect(await statusWithKey(gateway)).toBe(200);
    },
    TIMEOUT_MS,
  );

  it(
    'is not kept from starting by an earlier start that was killed',
    async () => {
      const { dataDir } = gateway;
      const { pid } = JSON.parse(await readFile(path.join(dataDir, 'start.json'), 'utf8')) as { pid: number };
      process.kill(pid, 'SIGKILL');
      gateway = await startGateway({ dataDir });
      expect(await statusWithKey(gateway)).toBe(200);
    },
    TIMEOUT_MS,
  );

  it('says which port is in use, and which setting changes it', async () => {
    const server = await LocalServer.start((_, response) => response.end());
    expect(await refusalOf({ PORT: String(server.port) })).toContain(
      `Port ${server.port} is in use; free it, or set PORT to another one.`,
    );
    await server.close();
  });

  it(
    'names every setting that is wrong, without a secret',
    async () => {
      const message = await refusalOf({ LOG_LEVEL: 'loud', WIRE_ALIASES: 'x', ENCRYPTION_KEY: 'hunter2' });
      expect(message).toContain('LOG_LEVEL is "loud"');
      expect(message).toContain('WIRE_ALIASES is "x"');
      expect(message).toContain('ENCRYPTION_KEY has a value that cannot be used');
      expect(message).not.toContain('hunter2');
    },
    TIMEOUT_MS,
  );
});
