import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Svc, type SvcError, type SyncStatusEntry } from '@svc/client';
import { startGateway, waitFor, type Gateway } from '@svc/testing';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Issue } from './gitea-project/gitea/issue.js';
import { clientOf } from './support/client.js';
import { runCli } from './support/cli.js';
import { Gitea } from './support/gitea.js';
import { ReceivedRequests } from './support/received-requests.js';

const PROJECT = path.join(import.meta.dirname, 'gitea-project');
const KEY = 'gitea';
const CONNECTION = 'alice@acme/storefront';
const RUN_TIMEOUT_MS = 60_000;
const named = { providerConfigKey: KEY, connectionId: CONNECTION };
const issues = '/repos/acme/storefront/issues';

/** The main job on a real server written by others, through the public API only. */
describe('a connection to Gitea', () => {
  let gitea: Gitea;
  let gateway: Gateway;
  let svc: Svc;
  let receiver: ReceivedRequests;

  beforeAll(async () => {
    [gitea, gateway, receiver] = await Promise.all([
      Gitea.start({ port: 3391 }),
      startGateway(),
      ReceivedRequests.start(),
    ]);
    svc = clientOf(gateway);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([gateway?.stop(), gitea?.stop(), receiver?.stop()]);
  }, 60_000);

  const call = async (method: string, at: string, body?: unknown): Promise<any> => {
    const headers = { authorization: `Bearer ${gateway.secretKey}`, 'content-type': 'application/json' };
    const answer = await fetch(gateway.apiUrl + at, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${at} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };

  const statusOf = async (): Promise<SyncStatusEntry> => {
    const { syncs } = await svc.syncStatus(KEY, ['issues'], CONNECTION);
    if (!syncs[0]) throw new Error('The sync has no status.');
    return syncs[0];
  };
  /** Waits for a run that finished after `previous`. */
  const nextSuccess = (previous?: string): Promise<SyncStatusEntry> =>
    waitFor('the sync to succeed', RUN_TIMEOUT_MS, async () => {
      const status = await statusOf();
      if (status.status === 'ERROR') throw new Error(`The sync failed: ${JSON.stringify(status)}`);
      return status.status === 'SUCCESS' && status.finishedAt !== undefined && status.finishedAt !== previous
        ? status
        : undefined;
    });

  it('is imported after its key was verified at Gitea', async () => {
    await svc.createIntegration({ provider: 'gitea-api-key', unique_key: KEY, display_name: 'Gitea' });
    const connection = {
      provider_config_key: KEY,
      connection_id: CONNECTION,
      connection_config: { baseUrl: gitea.get('GITEA_BASE_URL') },
      metadata: { owner: 'acme', repo: 'storefront' },
      tags: { organization_id: 'acme' },
    };
    await expect(
      svc.importConnection({ ...connection, credentials: { type: 'API_KEY', apiKey: 'wrong' } }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'connection_test_failed',
    } satisfies Partial<SvcError>);
    const created = await svc.importConnection({
      ...connection,
      credentials: { type: 'API_KEY', apiKey: gitea.get('GITEA_API_KEY') },
    });
    expect(created).toMatchObject({ connection_id: CONNECTION, provider: 'gitea-api-key', errors: [] });
  });

  it('proxies a GET with a query, a POST, an error and a streamed download', async () => {
    const list = await svc.get<{ number: number }[]>({
      ...named,
      endpoint: issues,
      params: { state: 'all', type: 'issues', limit: 5 },
    });
    expect(list.data).toHaveLength(5);
    expect(list.headers['x-total-count']).toBe('200');
    expect(list.headers['link']).toContain('rel="next"');

    const label = await svc.post<{ name: string }>({
      ...named,
      endpoint: '/repos/acme/storefront/labels',
      data: { name: 'gateway äöü', color: '#00aabb' },
    });
    expect(label).toMatchObject({ status: 201, data: { name: 'gateway äöü' } });

    await expect(svc.get({ ...named, endpoint: '/repos/acme/nope' })).rejects.toMatchObject({ status: 404 });

    const archive = await svc.get<Readable>({
      ...named,
      endpoint: '/repos/acme/storefront/archive/main.tar.gz',
      responseType: 'stream',
    });
    const chunks: Buffer[] = [];
    for await (const chunk of archive.data) chunks.push(Buffer.from(chunk));
    expect(Buffer.concat(chunks).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });

  it('gets its functions by the command-line tool', async () => {
    const env = {
      SVC_HOST: gateway.apiUrl,
      [`SVC_SECRET_KEY_${gateway.environment.toUpperCase()}`]: gateway.secretKey,
    };
    const deployed = await runCli(PROJECT, ['deploy', gateway.environment, '--yes'], env);
    expect(deployed).toMatchObject({ exitCode: 0 });
    const { data } = await svc.listFunctions({ uniqueKey: KEY });
    expect(data.map(({ type, name }) => `${type} ${name}`).sort()).toEqual(['action create-issue', 'sync issues']);
  }, 60_000);

  it('syncs all issues, page by page, on a schedule of Temporal', async () => {
    const status = await nextSuccess();
    expect(status).toMatchObject({
      name: 'issues',
      variant: 'base',
      latestResult: { Issue: { added: 200, updated: 0, deleted: 0 } },
      recordCount: { Issue: 200 },
      checkpoint: { total: 200 },
    });
    expect(Date.parse(status.nextScheduledSyncAt ?? '')).toBeGreaterThan(Date.now());
    const { records, next_cursor } = await svc.listRecords<Issue>({ ...named, model: 'Issue', limit: 1000 });
    expect(records).toHaveLength(200);
    expect(next_cursor).toBeNull();
    expect(records[0]?._metadata.last_action).toBe('ADDED');
  }, 90_000);

  it('runs again from its checkpoint; an update and a deletion come through the cursor', async () => {
    const before = await statusOf();
    const { records } = await svc.listRecords<Issue>({ ...named, model: 'Issue', limit: 1000 });
    const cursor = records.at(-1)?._metadata.cursor ?? '';
    const [changed, doomed] = [records[3]?.id ?? '', records[10]?.id ?? ''];
    await svc.patch({ ...named, endpoint: `${issues}/${changed}`, data: { title: 'Changed through the gateway' } });
    await svc.delete({ ...named, endpoint: `${issues}/${doomed}` });

    await svc.triggerSync(KEY, ['issues'], CONNECTION);
    const status = await nextSuccess(before.finishedAt);
    expect(status.latestResult).toEqual({ Issue: { added: 0, updated: 1, deleted: 1 } });
    expect(status.recordCount).toEqual({ Issue: 199 });
    const changes = await svc.listRecords<Issue>({ ...named, model: 'Issue', cursor });
    expect(changes.records).toMatchObject([
      { id: changed, title: 'Changed through the gateway', _metadata: { last_action: 'UPDATED', deleted: false } },
      { id: doomed, _metadata: { last_action: 'DELETED', deleted: true } },
    ]);
  }, 90_000);

  it('creates an issue by an action, at once and asynchronously', async () => {
    const created = await svc.triggerAction<Issue>({
      ...named,
      actionName: 'create-issue',
      input: { title: 'By an action' },
    });
    expect(created).toMatchObject({ title: 'By an action', state: 'open' });
    const handle = await svc.triggerActionAsync({
      ...named,
      actionName: 'create-issue',
      input: { title: 'By an asynchronous action' },
    });
    expect(handle.statusUrl).toBe(`/action/${handle.id}`);
    const result = await waitFor(
      'the action',
      RUN_TIMEOUT_MS,
      async () => await svc.getAsyncActionResult<Issue>(handle).catch(whilePending),
    );
    expect(result.title).toBe('By an asynchronous action');
    const upstream = await svc.get<{ title: string }>({ ...named, endpoint: `${issues}/${result.id}` });
    expect(upstream.data.title).toBe('By an asynchronous action');
  }, 90_000);

  it('tells the caller what an action found wrong', async () => {
    await expect(
      svc.triggerAction({ ...named, actionName: 'create-issue', input: { title: 'forbidden' } }),
    ).rejects.toMatchObject({
      status: 500,
      code: 'action_script_runtime_error',
      payload: { message: 'This title is not allowed', title: 'forbidden' },
    });
    await expect(
      svc.triggerAction({ ...named, actionName: 'create-issue', input: { title: 7 } }),
    ).rejects.toMatchObject({
      status: 400,
      code: 'invalid_action_input',
      errors: [{ path: ['title'] }],
    });
  });

  it("passes Gitea's webhooks on, verified, matched to the connection and signed anew", async () => {
    const secret = 'what Gitea signs with';
    await svc.updateIntegration({ uniqueKey: KEY }, { credentials: { webhook_secret: secret } });
    await svc.updateMetadata(KEY, CONNECTION, { repository: 'acme/storefront' });
    await call('PATCH', `/connections/${encodeURIComponent(CONNECTION)}?provider_config_key=${KEY}`, {
      webhook_url: receiver.url,
    });
    const { data: keys } = await call('POST', '/environment/webhook-signing-key/rotate');
    const { data: integration } = await svc.getIntegration({ uniqueKey: KEY }, { include: ['webhook'] });
    const config = { url: integration.webhook_url, content_type: 'json', secret };
    const hook = { type: 'gitea', active: true, events: ['issues'], config };
    await svc.post({ ...named, endpoint: '/repos/acme/storefront/hooks', data: hook });
    await svc.post({ ...named, endpoint: issues, data: { title: 'Told by a webhook' } });

    const told = await waitFor('the webhook', RUN_TIMEOUT_MS, async () =>
      receiver.all.find(({ body }) => body.includes('Told by a webhook')),
    );
    expect(JSON.parse(told.body)).toMatchObject({
      from: 'gitea-api-key',
      providerConfigKey: KEY,
      type: 'forward',
      connectionId: CONNECTION,
      payload: { action: 'opened', issue: { title: 'Told by a webhook' } },
    });
    const customer = new Svc({
      apiKey: gateway.secretKey,
      host: gateway.apiUrl,
      webhookSigningKey: keys.webhook_signing_key,
    });
    expect(customer.verifyIncomingWebhookRequest(told.body, told.headers)).toBe(true);
    expect(customer.verifyIncomingWebhookRequest(`${told.body} `, told.headers)).toBe(false);
    expect(told.headers['x-gitea-event']).toBe('issues');

    const { data: stored } = await call('GET', `/inbound-webhooks?provider_config_key=${KEY}&status=dispatched`);
    expect(stored).toContainEqual(expect.objectContaining({ event_type: 'issues', connection_ids: [CONNECTION] }));
  }, 120_000);

  it('shows its runs in the Temporal UI, found by connection and by integration', async () => {
    const search = async (query: string): Promise<string[]> => {
      const url = `${gateway.temporalUiUrl}/api/v1/namespaces/default/workflows?query=${encodeURIComponent(query)}`;
      const answer = (await (await fetch(url)).json()) as { executions?: { type: { name: string } }[] };
      return (answer.executions ?? []).map(({ type }) => type.name);
    };
    for (const query of [
      `GatewayConnection = '${CONNECTION}'`,
      `GatewayIntegration = '${KEY}'`,
      "GatewayCustomer = 'acme'",
    ]) {
      await waitFor(`runs with ${query}`, RUN_TIMEOUT_MS, async () => {
        const types = await search(query);
        return types.includes('sync') && types.includes('action');
      });
    }
    expect(await search("GatewayConnection = 'nobody'")).toEqual([]);
  }, 90_000);
});

/** A result that is not there yet is 404 with the state in a header (D16). */
function whilePending(error: SvcError): undefined {
  if (error.status !== 404 || error.headers['x-action-status'] === undefined) throw error;
}
