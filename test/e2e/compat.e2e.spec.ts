import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Svc, SvcError } from '@svc/client';
import { LocalServer, startGateway, waitFor, type Gateway } from '@svc/testing';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { answerCompat } from './support/compat-provider.js';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CONNECTION = 'customer';

/** A project as it was written for the reference product, with its module name and idioms: unchanged from compile to run. */
describe('functions that were written for the reference', () => {
  let provider: LocalServer;
  let gateway: Gateway;
  let svc: Svc;
  let project: string;

  beforeAll(async () => {
    provider = await LocalServer.start((request, response) => void answer(request, response));
    gateway = await startGateway({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
    svc = clientOf(gateway);
    for (const key of ['helpdesk', 'platform']) await connect(key);
    project = await mkdtemp(path.join(tmpdir(), 'compat-'));
    await cp(path.join(import.meta.dirname, 'compat-project'), project, { recursive: true });
    await symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'));
  }, 300_000);

  afterAll(async () => {
    await gateway?.stop();
    await provider?.close();
    if (project) await rm(project, { recursive: true, force: true });
  }, 60_000);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    answerCompat({ request, body, origin: provider.url }, response);
  };

  async function connect(key: string): Promise<void> {
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: key });
    await svc.importConnection({
      provider_config_key: key,
      connection_id: CONNECTION,
      connection_config: { baseUrl: provider.url },
      credentials: { type: 'NONE' },
    });
  }

  const act = <T>(integration: string, actionName: string, input: object = {}): Promise<T> =>
    svc.triggerAction<T>({ providerConfigKey: integration, connectionId: CONNECTION, actionName, input });
  const refusal = (actionName: string, input: object): Promise<SvcError> =>
    act('platform', actionName, input).then(
      () => Promise.reject(new Error(`${actionName} did not fail`)),
      (error: SvcError) => error,
    );
  const sync = async (integration: string, name: string, model: string): Promise<Record<string, unknown>[]> => {
    await svc.triggerSync(integration, [name], CONNECTION);
    await waitFor(`${name} to succeed`, 90_000, async () => {
      const { syncs } = await svc.syncStatus(integration, [name], CONNECTION);
      if (syncs[0]?.latestExecutionStatus === 'ERROR') throw new Error(`${name} failed`);
      return syncs[0]?.finishedAt === undefined ? undefined : true;
    });
    const { records } = await svc.listRecords({ providerConfigKey: integration, connectionId: CONNECTION, model });
    return records.map(({ _metadata, ...record }) => record);
  };

  it('compile with their types, and deploy at once', async () => {
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    const compiled = await runCli(project, ['compile', '--json'], env);
    expect(compiled).toMatchObject({ exitCode: 0 });
    const { functions, typesChecked } = JSON.parse(compiled.output.slice(compiled.output.indexOf('{')));
    expect(functions).toHaveLength(34);
    expect(typesChecked).toBe(true);
    expect(await runCli(project, ['deploy', gateway.environment, '--yes'], env)).toMatchObject({ exitCode: 0 });
  }, 240_000);

  it('create, change and find with the proxy helpers', async () => {
    expect(await act('helpdesk', 'create-ticket', { subject: 'Help' })).toEqual({
      id: '7',
      subject: 'Help',
      tags: [],
      custom: { priority: 'normal' },
    });
    expect(await act('helpdesk', 'delete-ticket', { id: 7 })).toEqual({ success: true });
    expect(await act('helpdesk', 'update-ticket', { id: 'a', subject: 'b', whole: true })).toMatchObject({
      method: 'PUT',
      body: { subject: 'b' },
    });
    expect(await act('helpdesk', 'find-user', { email: 'u2@example.com' })).toMatchObject({ user: { id: '2' } });
    expect(await act('helpdesk', 'search', { query: 'x' })).toEqual({ ids: [1, 2, 3] });
    expect(await act('platform', 'proxy-verbs')).toEqual(['a=1&b=two+words', true, true, '/echo?x=1&y=2']);
    expect(await act('platform', 'handles-errors', { status: 404 })).toEqual({
      status: 404,
      message: 'no such thing',
      header: 'gone',
    });
    expect(await act('platform', 'fetch-outside', { address: `${provider.url}/outside` })).toEqual({
      status: 200,
      authorization: null,
      tag: 'v1',
    });
  }, 120_000);

  it('know their connection, and have what JavaScript expects', async () => {
    expect(await act('platform', 'who-am-i')).toMatchObject({
      connectionId: CONNECTION,
      key: 'platform',
      provider: 'unauthenticated',
      environment: gateway.environment,
      credentials: 'NONE',
      same: true,
      team: 'blue',
      nested: 1,
    });
    expect(await act('platform', 'runtime', { text: 'hé' })).toMatchObject({
      url: 'https://example.com/search?q=h%C3%A9',
      host: 'a.example.com:8080',
      base64: 'aMOp',
      decoded: 'hi',
      uuid: 36,
      bytes: 3,
      text: 'hé',
      cloned: 2,
      sorted: 'ab',
      intl: '1,234.5',
    });
    expect(await act('platform', 'calls-others', { text: 'a' })).toEqual({ base64: 'YQ==', again: 'YQ==' });
    expect(await act('platform', 'metadata', { fields: { a: 'b' } })).toEqual({
      before: 1,
      after: { fields: { a: 'b' }, count: 2 },
    });
    expect(await act('platform', 'no-input')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await act('platform', 'logs')).toBeNull();
  }, 120_000);

  it('check what they are given, with schemas of zod 3 and 4 and those that JSON cannot say', async () => {
    expect(await act('platform', 'old-schemas', { name: 'ada', extra: { a: '1' } })).toEqual({
      upper: 'ADA',
      keys: ['a'],
    });
    const input = { amount: '2.5', at: '2020-01-01', kind: 'A', items: ['x', 'y'], node: { child: null }, options: {} };
    expect(await act('platform', 'transforms', input)).toEqual({ type: 'sum', sum: 2025 });
    const shapes = [
      { kind: 'circle', radius: 1 },
      { kind: 'square', side: 2 },
    ];
    expect(await act('platform', 'discriminates', { shapes })).toEqual({ areas: [3, 4], total: 7 });
    expect(await refusal('old-schemas', { name: '' })).toMatchObject({ status: 400, code: 'invalid_action_input' });
    expect(await refusal('rejects', { how: 'object' })).toMatchObject({
      status: 500,
      code: 'action_script_runtime_error',
      payload: { message: 'an object', field: 'how' },
    });
    expect(await refusal('rejects', { how: 'text' })).toMatchObject({ payload: { message: 'just text' } });
    expect(await refusal('rejects', { how: 'validation' })).toMatchObject({ code: 'action_script_runtime_error' });
  }, 120_000);

  it('fill the record cache by cursor, offset and links, and by a query of their own', async () => {
    expect(await sync('helpdesk', 'users', 'User')).toMatchObject([{ id: '1' }, { id: '2' }, { id: '3' }]);
    expect(await sync('helpdesk', 'tickets', 'Ticket')).toMatchObject([
      { id: '1', tags: ['new'], custom: { priority: 'low' }, url: 'https://helpdesk.example.com/1' },
      { id: '2' },
      { id: '3' },
    ]);
    expect(await sync('helpdesk', 'audit-log', 'Entry')).toHaveLength(3);
    expect(await sync('helpdesk', 'organisations', 'Organisation')).toMatchObject([
      { id: '1', plan: 'free' },
      { id: '2', plan: null },
    ]);
    expect(await sync('platform', 'graph', 'GraphIssue')).toEqual([
      { id: 'g1', title: 'one' },
      { id: 'g2', title: 'two' },
    ]);
  }, 300_000);

  it('save, update, read, list and delete records, and run side by side', async () => {
    const removals = await sync('helpdesk', 'removals', 'Removal');
    expect(removals.find(({ id }) => id === 'summary')).toMatchObject({ note: 'true 2 seen 3' });
    expect(await sync('platform', 'parallel', 'Detail')).toHaveLength(7);
    expect(await sync('platform', 'variants', 'Variant')).toEqual([{ id: 'base', last: null }]);
  }, 300_000);
});
