import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectionCredentialsService } from '@svc/domain';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import fc from 'fast-check';
import { ApiProcess } from '../testing/api-process.js';
import { ApiUnderTest } from '../testing/api-under-test.js';
import { json, raw, rotating, TokenServer, type TokenReply } from '../testing/token-server.js';

const INTEGRATION = 'generic';

describe('one token request, whoever asks', () => {
  let testDatabase: TestDatabase;
  let tokens: TokenServer;
  let first: ApiUnderTest;
  let second: ApiUnderTest;
  let environmentId: number;
  let counter = 0;

  beforeAll(async () => {
    tokens = await TokenServer.start();
    testDatabase = await createTestDatabase();
    [first, second] = await Promise.all([
      ApiUnderTest.startOn(testDatabase.url),
      ApiUnderTest.startOn(testDatabase.url),
    ]);
    const credentials = { client_id: 'app', client_secret: 'APP-SECRET' };
    const integration_config = { tokenUrl: `${tokens.url}/token` };
    const body = { unique_key: INTEGRATION, provider: 'generic-oauth2', credentials, integration_config };
    expect(await first.request('POST', '/integrations', { body })).toMatchObject({ status: 200 });
    const { rows } = await first.database.query<{ id: number }>(
      `SELECT environment_id AS id FROM integrations WHERE unique_key = $1`,
      [INTEGRATION],
    );
    environmentId = rows[0]?.id ?? 0;
  });

  afterAll(async () => {
    await Promise.all([first.close(), second.close(), tokens.close()]);
    await testDatabase.drop();
  }, 60_000);

  const connect = async (): Promise<string> => {
    const connection_id = `c-${(counter += 1)}`;
    const credentials = {
      type: 'OAUTH2',
      access_token: 'OLD-AT',
      refresh_token: 'OLD-RT',
      expires_at: '2020-01-01T00:00:00Z',
    };
    const body = {
      provider_config_key: INTEGRATION,
      connection_id,
      credentials,
      connection_config: { baseUrl: 'https://api.example.com' },
    };
    expect(await first.request('POST', '/connections', { body })).toMatchObject({ status: 201 });
    return connection_id;
  };

  /** Holds answers back until it is released. */
  const heldBack = (reply: TokenReply) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    tokens.use(async (response, request) => {
      await promise;
      await reply(response, request);
    });
    return resolve;
  };

  /** What callers of one process got: the token, or the code and reason of the failure. */
  const ask = (api: ApiUnderTest, connectionId: string, callers: number, force: boolean): Promise<string>[] => {
    const service = api.app.get(ConnectionCredentialsService, { strict: false });
    return Array.from({ length: callers }, async () => {
      try {
        const { credentials } = await service.getFresh({
          environmentId,
          providerConfigKey: INTEGRATION,
          connectionId,
          force,
        });
        return credentials.type === 'OAUTH2' ? credentials.access_token : credentials.type;
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    });
  };

  /** Queries are served in turn, so one that comes back later has been overtaken by none of those before it. */
  const allHaveRead = async (callers: number) => {
    for (const { database } of [first, second]) {
      for (let round = 0; round < callers / 50 + 10; round += 1)
        await Promise.all(Array.from({ length: 20 }, () => database.query('SELECT 1')));
    }
  };

  const outcomes = {
    'a rotating provider': { reply: () => rotating(), seen: 'at-1' },
    'a provider that keeps the refresh token': {
      reply: () => json(200, { access_token: 'kept', expires_in: 3600 }),
      seen: 'kept',
    },
    'a token that expires at once': { reply: () => json(200, { access_token: 'brief', expires_in: 1 }), seen: 'brief' },
    'a dead grant': { reply: () => json(400, { error: 'invalid_grant' }), seen: 'invalid_credentials' },
    'status 500': { reply: () => json(500, {}), seen: 'invalid_credentials' },
    HTML: { reply: () => raw(200, 'text/html', '<html>'), seen: 'invalid_credentials' },
    'a connection that breaks': {
      reply: (): TokenReply => (response) => void response.destroy(),
      seen: 'invalid_credentials',
    },
  } as const;

  it('over any number of callers in two processes, forced or not, whatever the answer', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...Object.values(outcomes)),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      fc.boolean(),
      async ({ reply, seen }, here, there, force) => {
        const id = await connect();
        // Failures of one run after the other would be an outage.
        await first.database.query('TRUNCATE provider_outages');
        const release = heldBack(reply());
        const asked = [...ask(first, id, here, force), ...ask(second, id, there, force)];
        await allHaveRead(here + there);
        release();
        expect(new Set(await Promise.all(asked))).toEqual(new Set([seen]));
        expect(tokens.requests).toHaveLength(1);
      },
    );
    await fc.assert(property, { numRuns: 25 });
  }, 60_000);

  it('over 1,000 callers, with a handful of database connections', async () => {
    const id = await connect();
    const release = heldBack(rotating());
    const asked = [...ask(first, id, 500, true), ...ask(second, id, 500, true)];
    await allHaveRead(1_000);
    const busy = () => [first, second].map(({ database: { pool } }) => pool.totalCount - pool.idleCount);
    // At most the poller of the process that waits; never true if waiters held some.
    while (Math.max(...busy()) > 1) await new Promise(setImmediate);
    release();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['at-1']));
    expect(tokens.requests).toHaveLength(1);
  }, 30_000);

  it('again and again, each time with the refresh token of the time before', async () => {
    const id = await connect();
    const reply = rotating();
    for (const round of [1, 2, 3, 4]) {
      const release = heldBack(reply);
      const [one, other] = round === 2 ? [second, first] : [first, second];
      const asked = [...ask(one, id, 20, true), ...ask(other, id, 20, true)];
      await allHaveRead(40);
      release();
      expect(new Set(await Promise.all(asked))).toEqual(new Set([`at-${round}`]));
      expect(tokens.requests).toHaveLength(1);
    }
    const { rows } = await first.database.query(
      'SELECT errors, refresh_token_rotates FROM connections WHERE connection_id = $1',
      [id],
    );
    expect(rows).toEqual([{ errors: [], refresh_token_rotates: true }]);
  }, 30_000);

  describe('two processes', () => {
    let processes: [ApiProcess, ApiProcess];
    let settings: Record<string, string>;

    beforeAll(async () => {
      settings = {
        DATABASE_URL: testDatabase.url,
        LOG_LEVEL: 'debug',
        ALLOW_PRIVATE_NETWORK: 'true',
        RATE_LIMIT_PER_MINUTE: '0',
        TEMPORAL_ADDRESS: '127.0.0.1:9',
      };
      processes = await Promise.all([ApiProcess.start(settings), ApiProcess.start(settings)]);
    }, 90_000);

    afterAll(async () => {
      await Promise.all(processes.map((process) => process.kill()));
    });

    const get = async (process: ApiProcess, id: string) => {
      const answer = await fetch(`${process.url}/connections/${id}?provider_config_key=${INTEGRATION}`, {
        headers: { authorization: `Bearer ${first.account.secretKey}` },
      });
      return { status: answer.status, body: (await answer.json()) as any };
    };

    it('1,000 calls end in one request and one token', async () => {
      const id = await connect();
      tokens.use(rotating());
      const calls = Array.from({ length: 1_000 }, (_, index) => get(processes[index % 2 === 0 ? 0 : 1], id));
      const answers = await Promise.all(calls);
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.credentials.access_token}`))).toEqual(
        new Set(['200 at-1']),
      );
      expect(tokens.requests).toHaveLength(1);
    }, 60_000);

    it('one that died before it sent its request: the others wait for its lease, then one of them asks', async () => {
      const id = await connect();
      tokens.use(rotating());
      await first.database.query(
        `UPDATE connections SET refresh_lease = gen_random_uuid(), refresh_lease_until = now() + interval '2 s'
          WHERE connection_id = $1`,
        [id],
      );
      const beganAt = Date.now();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => get(processes[index % 2 === 0 ? 0 : 1], id)),
      );
      expect(new Set(answers.map(({ body }) => body.credentials.access_token))).toEqual(new Set(['at-1']));
      expect(Date.now() - beganAt).toBeLessThan(7_000);
      expect(tokens.requests).toHaveLength(1);
    }, 60_000);

    it('one killed after it had sent its request to a provider that keeps refresh tokens: one more request, a token for all', async () => {
      const id = await connect();
      await first.database.query('UPDATE connections SET refresh_token_rotates = false WHERE connection_id = $1', [id]);
      const killed = await ApiProcess.start(settings);
      const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
      tokens.use((response, request) => {
        if (tokens.requests.length === 1) return isAsked();
        return json(200, { access_token: 'next', expires_in: 3600 })(response, request);
      });
      const lost = get(killed, id).catch(() => 'lost');
      await asked;
      const waiting = Array.from({ length: 50 }, () => get(processes[1], id));
      await killed.kill();
      expect(await lost).toBe('lost');
      // As if the 30 s of the lease had gone by.
      await first.database.query('UPDATE connections SET refresh_lease_until = now() WHERE connection_id = $1', [id]);
      const freeAt = Date.now();
      const answers = await Promise.all(waiting);
      expect(Date.now() - freeAt).toBeLessThan(5_000);
      expect(new Set(answers.map(({ body }) => body.credentials.access_token))).toEqual(new Set(['next']));
      expect(tokens.requests).toHaveLength(2);
    }, 60_000);

    it('one killed after it had sent its request: the others say so and do not repeat it', async () => {
      const id = await connect();
      const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>();
      tokens.use(() => isAsked());
      const lost = get(processes[0], id).catch(() => 'lost');
      await asked;
      const waiting = Array.from({ length: 50 }, () => get(processes[1], id));
      await processes[0].kill();
      expect(await lost).toBe('lost');
      // As if the 30 s of the lease had gone by.
      await first.database.query('UPDATE connections SET refresh_lease_until = now() WHERE connection_id = $1', [id]);
      for (const { status, body } of await Promise.all(waiting)) {
        expect(status).toBe(424);
        expect(body.error).toMatchObject({ code: 'invalid_credentials', payload: { reason: 'refresh_interrupted' } });
        expect(body.error.payload.connection.errors).toMatchObject([{ type: 'auth' }]);
      }
      // Long after the cooldown, too.
      await first.database.query(
        `UPDATE connections SET refresh_failed_at = now() - interval '1 hour' WHERE connection_id = $1`,
        [id],
      );
      expect((await get(processes[1], id)).body.error.payload.reason).toBe('refresh_interrupted');
      expect(tokens.requests).toHaveLength(1);
    }, 60_000);

    it('log no secret', () => {
      const output = processes.map((process) => process.output).join('');
      expect(output).toContain('invalid_credentials');
      for (const secret of ['OLD-AT', 'OLD-RT', 'APP-SECRET', 'at-1', 'rt-1', first.account.secretKey])
        expect(output).not.toContain(secret);
    });
  });
});
