import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@svc/database';
import { OperationLog } from '@svc/domain';
import { FunctionsBed } from '../testing/functions-bed.js';

const TOKEN = 'token-of-the-connection/42';
const VARIABLE = 'value-of-the-variable-42';
const SECRETS = [TOKEN, encodeURIComponent(TOKEN), VARIABLE];

const action = (exec: string) => `import { createAction } from '@svc/functions';
import { z } from 'zod';
export default createAction({
  description: 'Fails', input: z.any(), output: z.any(),
  exec: async (svc) => {
    const { credentials } = await svc.getConnection();
    const secret = credentials.apiKey;
    const variable = (await svc.getEnvironmentVariables())[0].value;
${exec}
  },
});`;

/** What functions throw that holds what they read. */
const FAILURES: readonly (readonly [string, string])[] = [
  ['an error', `throw new Error('refused ' + secret + ' and ' + variable);`],
  ['an error with a cause', `throw new Error('outer', { cause: new TypeError(secret) });`],
  ['an error with a name of its own', `throw Object.assign(new Error('x'), { name: secret });`],
  [
    'an ActionError',
    `throw new svc.ActionError({ message: 'no', deep: [{ url: '/?t=' + encodeURIComponent(secret) }], [variable]: 1 });`,
  ],
  ['text', `throw secret + variable;`],
  ['an answer of the provider', `await svc.get({ endpoint: '/echo', headers: { 'x-sent': secret } });`],
  ['issues of a schema', `await svc.zodValidateInput({ zodSchema: z.literal(secret), input: 1 });`],
];

describe('what functions say as they fail', () => {
  let bed: FunctionsBed;
  beforeAll(async () => {
    bed = await FunctionsBed.start((request, response) => {
      response.statusCode = 422;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ message: 'refused', sent: request.headers['x-sent'] }));
    });
    const { body } = await bed.api.request('GET', '/connections/ann?provider_config_key=plain');
    const set = await bed.api.request('PUT', '/environment-variables/GREETING', { body: { value: VARIABLE } });
    expect(set.status).toBe(200);
    await bed.api.request('POST', '/integrations', { body: { provider: 'private-api-bearer', unique_key: 'secret' } });
    const connection = await bed.api.request('POST', '/connections', {
      body: {
        provider_config_key: 'secret',
        connection_id: 'ann',
        connection_config: { baseUrl: body.connection_config.baseUrl },
        credentials: { type: 'API_KEY', apiKey: TOKEN },
      },
    });
    expect(connection.status).toBe(201);
  }, 120_000);
  afterAll(() => bed.stop(), 60_000);

  const post = (path: string, body: unknown) => bed.api.request('POST', path, { body });

  /** Every text of a table. */
  const textOf = async (table: string): Promise<string> => {
    const { rows } = await bed.api.app
      .get(Database)
      .query<{ text: string | null }>(`SELECT string_agg(t::text, ' ') AS text FROM ${table} t`);
    return rows[0]?.text ?? '';
  };

  it.each(FAILURES)('tells no secret, where they throw %s', async (what, exec) => {
    const name = `fails-${FAILURES.findIndex(([title]) => title === what)}`;
    const code = action(exec);
    const request = { integration_id: 'secret', function_type: 'action', code };
    const deployed = await post('/functions/deployments', { ...request, type: 'function', function_name: name });
    expect(await bed.ended('deployments', deployed.body.id)).toMatchObject({ status: 'success' });

    const called = await bed.api.request('POST', '/action/trigger', {
      headers: { 'Provider-Config-Key': 'secret', 'Connection-Id': 'ann' },
      body: { action_name: name, input: {} },
    });
    const dry = await post('/functions/dryruns', { ...request, connection_id: 'ann', input: {} });
    const tried = await bed.ended('dryruns', dry.body.id);
    await bed.api.app.get(OperationLog).flush();
    await bed.worker.get(OperationLog).flush();

    expect(called.status).toBeGreaterThanOrEqual(400);
    expect(tried.status).toBe('failed');
    const shown = [called.body, tried, await textOf('operations'), await textOf('log_lines')].map((value) =>
      JSON.stringify(value),
    );
    for (const text of shown) for (const secret of SECRETS) expect(text).not.toContain(secret);
    expect(shown[0]).toContain('***');
  });
});
