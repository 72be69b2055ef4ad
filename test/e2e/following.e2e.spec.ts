import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc, type SvcError } from '@svc/client';
import { LocalServer, startGateway, waitFor, type Gateway } from '@svc/testing';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { Gitea } from './support/gitea.js';
import type { ReceivedRequest } from './support/received-requests.js';

const PROJECT = path.join(import.meta.dirname, 'follower-project');
const KEY = 'gitea';
const CONNECTION = 'alice';
const SECRET = 'what Gitea signs with';
const TIMEOUT_MS = 60_000;
const named = { providerConfigKey: KEY, connectionId: CONNECTION };
const repository = '/repos/acme/storefront';

interface Issue {
  readonly id: string;
  readonly title: string;
  readonly state: string;
}

/** Functions follow a connection to a real server: they are asked, register its webhooks, handle them, and clean up. */
describe('functions that follow a connection to Gitea', () => {
  let gitea: Gitea;
  let gateway: Gateway;
  let svc: Svc;
  let customer: LocalServer;
  /** What functions did and what the customer was told, in the order in which it happened. */
  const trace: string[] = [];
  const told: ReceivedRequest[] = [];

  beforeAll(async () => {
    customer = await LocalServer.start((request, response) => {
      void text(request).then((body) => {
        if (request.method === 'POST') told.push({ headers: request.headers, body });
        trace.push(request.method === 'POST' ? labelOf(JSON.parse(body)) : (request.url ?? ''));
        response.end();
      });
    });
    gitea = await Gitea.start({ port: 3392, issues: 5 });
    gateway = await startGateway();
    svc = clientOf(gateway);
    await svc.createIntegration({
      provider: 'gitea-api-key',
      unique_key: KEY,
      credentials: { webhook_secret: SECRET },
    });
    await call('PATCH', '/environment/webhook-settings', { primary_url: `${customer.url}/webhooks` });
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    const deployed = await runCli(PROJECT, ['deploy', gateway.environment, '--yes'], env);
    if (deployed.exitCode !== 0) throw new Error(deployed.output);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([gateway?.stop(), gitea?.stop(), customer?.close()]);
  }, 60_000);

  const call = async (method: string, at: string, body: unknown): Promise<void> => {
    const headers = { authorization: `Bearer ${gateway.secretKey}`, 'content-type': 'application/json' };
    const answer = await fetch(gateway.apiUrl + at, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${await answer.text()}`);
  };
  const connect = (connection_id: string, of: string): Promise<unknown> =>
    svc.importConnection({
      provider_config_key: KEY,
      connection_id,
      connection_config: { baseUrl: gitea.get('GITEA_BASE_URL') },
      credentials: { type: 'API_KEY', apiKey: gitea.get('GITEA_API_KEY') },
      metadata: { repository: of, trace: customer.url },
    });
  const until = <T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> =>
    waitFor(what, TIMEOUT_MS, async () => await look());
  const hooks = async (): Promise<readonly { readonly id: number }[]> =>
    (await svc.get<{ id: number }[]>({ ...named, endpoint: `${repository}/hooks` })).data;
  const issues = async (): Promise<readonly Issue[]> =>
    (await svc.listRecords<Issue>({ ...named, model: 'Issue' })).records.map(({ id, title, state }) => ({
      id,
      title,
      state,
    }));

  it('refuse an account, of which nothing is left', async () => {
    await expect(connect('mallory', 'acme/nope')).rejects.toMatchObject({
      status: 400,
      code: 'connection_validation_failed',
    } satisfies Partial<SvcError>);
    await expect(svc.getConnection(KEY, 'mallory')).rejects.toMatchObject({ status: 404 });
    await until('the news', () => trace.includes('auth creation false') || undefined);
    expect(trace).toEqual(['/validate', 'auth creation false']);
    trace.length = 0;
  }, 90_000);

  it('take another one, and register its webhook, again and again', async () => {
    await connect(CONNECTION, 'acme/storefront');
    await until('both registrations', () => trace.filter((one) => one === '/register').length === 2 || undefined);
    await until('the news', () => trace.includes('auth creation true') || undefined);
    expect(trace[0]).toBe('/validate');
    expect(trace.filter((one) => one === '/validate')).toHaveLength(1);
    const { metadata } = await until('the end of the second one', async () => {
      const connection = await svc.getConnection(KEY, CONNECTION);
      return connection.metadata?.['registrations'] === 2 ? connection : undefined;
    });
    expect(await hooks()).toMatchObject([{ id: metadata?.['hookId'] }]);
  }, 120_000);

  it('handle webhooks that Gitea signed: what they save is there, and nothing of it is forwarded', async () => {
    const { data: created } = await svc.post<{ number: number }>({
      ...named,
      endpoint: `${repository}/issues`,
      data: { title: 'Told by a webhook' },
    });
    const id = String(created.number);
    await until('the record', async () => (await issues()).find((one) => one.id === id));
    await svc.patch({
      ...named,
      endpoint: `${repository}/issues/${id}`,
      data: { title: 'Told twice', state: 'closed' },
    });
    await until('the change', async () =>
      (await issues()).find((one) => one.title === 'Told twice' && one.state === 'closed'),
    );
    expect(await issues()).toHaveLength(1);
    await until('the news', () => told.find(({ body }) => body.includes('"syncType":"WEBHOOK"')));
    expect(told.filter(({ body }) => body.includes('"type":"forward"'))).toEqual([]);
  }, 120_000);

  it('leave what they do not want to the customer, who verifies it by the client', async () => {
    const { data } = await svc
      .listRecords<Issue>({ ...named, model: 'Issue' })
      .then(({ records }) => ({ data: records }));
    await svc.post({ ...named, endpoint: `${repository}/issues/${data[0]?.id}/comments`, data: { body: 'A comment' } });
    const { headers, body } = await until('the comment', () => told.find((one) => one.body.includes('A comment')));
    expect(JSON.parse(body)).toMatchObject({ type: 'forward', from: 'gitea-api-key', connectionId: CONNECTION });
    const customersOwn = new Svc({
      apiKey: gateway.secretKey,
      host: gateway.apiUrl,
      webhookSigningKey: gateway.webhookSigningKey,
    });
    expect(customersOwn.verifyIncomingWebhookRequest(body, headers)).toBe(true);
    expect(customersOwn.verifyIncomingWebhookRequest(body.replace('A comment', 'Another'), headers)).toBe(false);
  }, 120_000);

  it('clean up before the connection is deleted', async () => {
    trace.length = 0;
    const [hook] = await hooks();
    await svc.deleteConnection(KEY, CONNECTION);
    expect(trace).toEqual(['/deregister']);
    const answer = await fetch(`${gitea.get('GITEA_BASE_URL')}/api/v1${repository}/hooks/${hook?.id}`, {
      headers: { authorization: `token ${gitea.get('GITEA_API_KEY')}` },
    });
    expect(answer.status).toBe(404);
  }, 90_000);

  it('get numbers through that JavaScript cannot hold', async () => {
    await svc.createIntegration({ provider: 'unauthenticated', unique_key: 'exact' });
    const { data } = await svc.getIntegration({ uniqueKey: 'exact' }, { include: ['webhook'] });
    const sent = await fetch(data.webhook_url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"type":"numbers","ids":[9007199254740993,18446744073709551615],"price":1.10}',
    });
    expect(sent.status).toBe(200);
    const { body } = await until('the numbers', () => told.find((one) => one.body.includes('numbers')));
    expect(body).toContain('"payload":{"ids":[9007199254740993,18446744073709551615],"price":1.10,"type":"numbers"}');
  }, 90_000);
});

function labelOf(event: { type: string; operation?: string; success?: boolean }): string {
  return event.type === 'auth' ? `auth ${event.operation} ${event.success}` : event.type;
}
