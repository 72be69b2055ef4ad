/** What the types of the helpers take and what they refuse; see types.spec.ts. */
import { z } from 'zod';
import type { FunctionHelpers, OAuth2Credentials, ProxyConfiguration } from '../index.js';

declare const svc: FunctionHelpers;

interface Issue {
  id: number;
  title: string;
}

export const requests = async (): Promise<void> => {
  const config: ProxyConfiguration = {
    endpoint: '/issues',
    headers: { accept: 'application/json' },
    params: { state: 'open', per_page: 100, draft: false },
    retries: 3,
    retryOn: [409],
    retryHeader: { after: 'x-reset' },
    responseType: 'json',
    baseUrlOverride: 'https://eu.example.com',
    decompress: true,
  };
  const untyped = await svc.get(config);
  void untyped.data.whatever.it.has;
  untyped.status.toFixed();
  const { data, headers } = await svc.get<Issue[]>({ endpoint: '/issues', params: 'state=open' });
  data[0]?.title.toUpperCase();
  void headers['x-total'];
  // @ts-expect-error not a field of the named type
  void data[0]?.body;
  await svc.post<Issue>({ endpoint: '/issues', data: { title: 't' }, retries: 1 });
  await svc.put({ endpoint: '/issues/1', data: 'text' });
  await svc.patch({ endpoint: '/issues/1', data: new URLSearchParams({ a: '1' }) });
  await svc.delete({ endpoint: '/issues/1' });
  await svc.proxy({ method: 'POST', endpoint: '/issues', providerConfigKey: 'other', connectionId: 'other' });
  // @ts-expect-error no endpoint
  await svc.get({ params: {} });
  // @ts-expect-error a field that no request has
  await svc.get({ endpoint: '/issues', query: {} });
  // @ts-expect-error a number
  await svc.get({ endpoint: '/issues', retries: '3' });
  // @ts-expect-error no such method
  await svc.proxy({ endpoint: '/issues', method: 'FETCH' });
};

export const pages = async (): Promise<void> => {
  for await (const page of svc.paginate<Issue>({
    endpoint: '/issues',
    paginate: {
      type: 'cursor',
      cursor_path_in_response: 'next',
      cursor_name_in_request: 'cursor',
      limit_name_in_request: 'limit',
      limit: 50,
      response_path: 'data.items',
      on_page: async ({ nextPageParam, response }) => {
        await svc.log(`${nextPageParam} ${response.status}`);
      },
    },
  })) {
    page[0]?.title.toUpperCase();
    // @ts-expect-error not a field of the named type
    void page[0]?.body;
  }
  svc.paginate({
    endpoint: '/a',
    paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'n' },
  });
  svc.paginate({ endpoint: '/a', paginate: { type: 'link', link_path_in_response_body: 'next', limit: 5 } });
  svc.paginate({
    endpoint: '/a',
    paginate: {
      type: 'offset',
      offset_name_in_request: 'skip',
      offset_start_value: 1,
      offset_calculation_method: 'per-page',
    },
  });
  svc.paginate({ endpoint: '/a' });
  // @ts-expect-error no such type
  svc.paginate({ endpoint: '/a', paginate: { type: 'pages' } });
  // @ts-expect-error no such method
  svc.paginate({ endpoint: '/a', paginate: { type: 'offset', offset_calculation_method: 'by-page' } });
};

export const connections = async (): Promise<void> => {
  const { credentials, connection_config, metadata } = await svc.getConnection();
  const subdomain: string = connection_config['subdomain'];
  void [subdomain, metadata?.['team']];
  if (credentials.type === 'OAUTH2') credentials.access_token.toUpperCase();
  if ('apiKey' in credentials) credentials.apiKey.toUpperCase();
  if (credentials.type === 'BASIC') `${credentials.username}:${credentials.password}`.trim();
  if (credentials.type === 'TWO_STEP') void credentials['tenant'];
  // @ts-expect-error only OAuth 2 has one
  void credentials.access_token;
  // @ts-expect-error no such type
  if (credentials.type === 'OAUTH3') return;
  const typed = credentials as OAuth2Credentials;
  typed.raw['scope'].toUpperCase();
  await svc.getConnection('other', 'id', { forceRefresh: true, refreshToken: true, refreshAppJwtToken: true });
  const token = await svc.getToken();
  if (typeof token === 'string') token.toUpperCase();
  const { credentials: app } = await svc.getIntegration({ include: ['credentials'] });
  void app?.['client_id'];
  // @ts-expect-error no such part
  await svc.getIntegration({ include: ['secrets'] });
  (await svc.getEnvironmentVariables()).find(({ name }) => name === 'A')?.value.toUpperCase();
  (await svc.getWebhookURL())?.toUpperCase();
  await svc.setMetadata({ a: 1 });
  // @ts-expect-error an object
  await svc.setMetadata('a');
  [svc.connectionId, svc.providerConfigKey, svc.provider, svc.environmentName].map((text) => text.toUpperCase());
};

export const others = async (): Promise<void> => {
  const { data } = await svc.zodValidateInput({ zodSchema: z.object({ n: z.coerce.number() }), input: { n: '1' } });
  data.n.toFixed();
  // @ts-expect-error not in the schema
  void data.m;
  // @ts-expect-error not a schema
  await svc.zodValidateInput({ zodSchema: {}, input: 1 });

  void (await svc.triggerAction('create', { title: 't' })).anything;
  (await svc.triggerAction<{ title: string }, Issue>('github', 'customer', 'create', { title: 't' })).id.toFixed();
  const issue = await svc.triggerAction<Issue>('github', 'customer', 'create', { title: 't' });
  issue.title.toUpperCase();
  // @ts-expect-error not a field of the named type
  void issue.body;
  await svc.triggerSync('github', 'customer', { name: 'issues', variant: 'eu' }, { reset: true, emptyCache: true });
  await svc.triggerSync('github', 'customer', 'issues', 'full_refresh');
  await svc.startSync('github', 'customer', 'issues');
  // @ts-expect-error no such option
  await svc.triggerSync('github', 'customer', 'issues', { full: true });

  const answer = await svc.uncontrolledFetch({ url: new URL('https://example.com'), method: 'POST', body: '{}' });
  if (answer.ok) void (await answer.json()).whatever;
  answer.headers.get('etag')?.toUpperCase();
  // @ts-expect-error no url
  await svc.uncontrolledFetch({ method: 'GET' });
  // @ts-expect-error encode it yourself
  await svc.uncontrolledFetch({ url: 'https://example.com', body: { a: 1 } });

  await svc.log('text');
  await svc.log('text', { level: 'error' });
  await svc.log('text', { id: 1 }, [2], { level: 'warn' });
  svc.setLogger({ level: 'debug' });
  // @ts-expect-error no such level
  svc.setLogger({ level: 'loud' });

  if (Math.random() > 0.5) throw new svc.ActionError({ message: 'no', field: 'title' });
  throw new svc.ActionError<{ code: number }>({ code: 1 });
};
