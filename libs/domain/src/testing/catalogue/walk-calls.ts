import type { Pagination } from '@svc/contracts';
import { DEFAULT_BACKOFF, rawHeadersOf, readBody } from '@svc/http';
import { randomUUID } from 'node:crypto';
import { ConnectionTest } from '../../connections/connection-test.service.js';
import { DEFAULT_RENEWAL_TIMING } from '../../auth-modes/tokens/renewal-timing.js';
import { ProxyService } from '../../proxy/proxy.service.js';
import type { ProxyTarget } from '../../proxy/proxy-target.js';
import { checkCredential } from './check-credential.js';
import type { Connected, FlowSubject } from './flow-subject.js';
import { comparableUrl, fillPlainly } from './plain-template.js';
import { objectWith } from './sample-values.js';

/** Asks for pages as functions do. */
export type Paginate = (
  request: (config: {
    endpoint: string;
    params?: unknown;
  }) => Promise<{ data: unknown; headers: Record<string, string> }>,
  pagination: Pagination,
) => AsyncIterable<readonly unknown[]>;

const log = { start: () => ({ id: 'op' }), log: () => undefined, finish: () => undefined };

/** Calls the provider with what was obtained: one call, two pages of a list, the verification. */
export class WalkCalls {
  private readonly target: ProxyTarget;
  private readonly proxy: ProxyService;

  constructor(
    private readonly flow: FlowSubject,
    private readonly connected: Connected,
  ) {
    const { provider, subject, double } = flow;
    this.target = {
      provider,
      integration: subject.integration,
      connection: { id: 1, connectionId: 'c', credentialsVersion: 1, ...connected },
    };
    this.proxy = new ProxyService({ resolve: async () => this.target }, double.client, log, DEFAULT_BACKOFF);
  }

  /** A proxied call: where it goes, and where the credential ends up. */
  async call(): Promise<void> {
    const { provider, double, findings } = this.flow;
    const { proxy } = provider;
    if (!proxy) return;
    double.answerWith({ body: {} });
    await this.send('/things?a=1', { hasBody: proxy.body !== undefined });
    const [request] = double.arrived;
    if (!request) return findings.add('proxy.base_url', 'nothing was called');
    const values = this.values();
    const base = fillPlainly(proxy.base_url, values);
    const [address, query = ''] = request.url.split('?');
    if (base !== undefined)
      findings.equal('proxy.base_url', comparableUrl(address), comparableUrl(`${base.replace(/\/+$/, '')}/things`));
    const params = Object.fromEntries(new URLSearchParams(query));
    for (const [name, template] of Object.entries(proxy.query ?? {})) {
      const value = fillPlainly(template, values);
      if (value !== undefined) findings.equal(`proxy.query.${name}`, params[name], value);
    }
    findings.equal('proxy.query', params['a'], '1');
    for (const [name, template] of Object.entries(proxy.headers ?? {})) {
      const value = name.includes('${') ? undefined : fillPlainly(template, values);
      if (value !== undefined) findings.equal(`proxy.headers.${name}`, request.headers[name], value);
    }
    checkCredential(this.flow, this.connected.credentials, request);
  }

  /** Two pages of a list, the second one empty. */
  async pages(paginate: Paginate): Promise<void> {
    const { provider, double, findings } = this.flow;
    const rules = provider.proxy?.paginate;
    if (!rules) return;
    const next = `${fillPlainly(provider.proxy?.base_url ?? '', this.values()) ?? ''}/things?page=second`;
    double.answerWith(...pagesOf(rules, next));
    const pages: (readonly unknown[])[] = [];
    const found = paginate(async ({ endpoint, params }) => this.page(endpoint, params), withList(rules));
    for await (const page of found) pages.push(page);
    findings.equal('proxy.paginate.response_path', pages[0], [{ id: 1 }]);
    const [first, second] = double.arrived.map(({ url }) => new URL(url));
    if (!first || !second) return findings.add('proxy.paginate', 'the second page was never asked for');
    const { limit, limit_name_in_request: limitName } = rules;
    if (limit !== undefined && limitName !== undefined)
      findings.equal('proxy.paginate.limit', first.searchParams.get(limitName), String(limit));
    if (rules.type === 'cursor')
      findings.equal(
        'proxy.paginate.cursor_path_in_response',
        second.searchParams.get(rules.cursor_name_in_request),
        'SECOND',
      );
    if (rules.type === 'link') findings.equal('proxy.paginate.link', second.searchParams.get('page'), 'second');
    if (rules.type === 'offset') {
      const { offset_name_in_request: name, offset_start_value: start } = rules;
      const offsets = [first, second].map(({ searchParams }) => searchParams.get(name));
      findings.equal('proxy.paginate.offset_name_in_request', offsets, [String(start), String(start + 1)]);
    }
    if (!provider.proxy?.body) checkCredential(this.flow, this.connected.credentials, double.arrived[1]);
  }

  /** The call that shows whether the credentials work. */
  async verification(): Promise<void> {
    const { provider, double, findings, subject } = this.flow;
    const verification = provider.proxy?.verification;
    if (!verification) return;
    double.answerWith({ body: {} });
    const test = new ConnectionTest(double.client, log as never, DEFAULT_RENEWAL_TIMING);
    const { credentials, connectionConfig } = this.connected;
    const tested = { provider, integration: subject.integration, connectionId: 'c', connectionConfig, credentials };
    await test.run(tested, { id: 'op' });
    const [request] = double.arrived;
    if (!request) return findings.add('proxy.verification', 'nothing was called');
    findings.equal('proxy.verification.method', request.method, verification.method);
    const values = this.values();
    const base = fillPlainly(verification.base_url_override ?? provider.proxy?.base_url ?? '', values);
    const endpoint = fillPlainly(verification.endpoints[0] ?? '', values);
    if (base !== undefined && endpoint !== undefined && !endpoint.includes('://'))
      findings.that(
        'proxy.verification.endpoints',
        comparableUrl(request.url).startsWith(comparableUrl(base + endpoint)),
        `went to ${request.url}`,
      );
    findings.that('proxy.verification', !JSON.stringify(request).includes('${'), 'a placeholder went out');
    checkCredential(this.flow, credentials, request);
  }

  private values() {
    const { credentials, connectionConfig } = this.connected;
    const values = this.flow.values(credentials, connectionConfig);
    const own = Object.entries(this.flow.provider.proxy?.connection_config ?? {}).map(([name, template]) => [
      `connectionConfig.${name}`,
      fillPlainly(template, values),
    ]);
    return { ...values, ...Object.fromEntries(own) };
  }

  private async page(endpoint: string, params: unknown) {
    const query = typeof params === 'object' && params !== null ? new URLSearchParams({ ...params }).toString() : '';
    const answer = await this.send(query === '' ? endpoint : `${endpoint}?${query}`);
    const headers: Record<string, string> = {};
    for (let index = 0; index + 1 < answer.headers.length; index += 2)
      headers[String(answer.headers[index]).toLowerCase()] = String(answer.headers[index + 1]);
    return { data: JSON.parse((await readBody(answer.body, 1e6))?.toString() ?? 'null'), headers };
  }

  /** With a JSON body where the provider takes its credentials there. */
  private async send(endpoint: string, { hasBody = false } = {}) {
    const names = { environmentId: 1, providerConfigKey: 'the-key', connectionId: 'c', requestId: randomUUID() };
    const content = Buffer.from('{"b":2}');
    const explicit = rawHeadersOf(hasBody ? { 'content-type': 'application/json' } : {});
    return await this.proxy.forward({
      ...names,
      method: hasBody ? 'POST' : 'GET',
      endpoint,
      headers: { passedOn: [], explicit },
      ...(hasBody && { body: { content, length: content.length } }),
      retries: 0,
    });
  }
}

/** A list whose place depends on the resource is named by the caller. */
const withList = (rules: Pagination): Pagination =>
  rules.response_path === undefined && needsObject(rules) ? { ...rules, response_path: 'things' } : rules;

const needsObject = (rules: Pagination): boolean =>
  rules.type === 'cursor' || (rules.type === 'link' && rules.link_path_in_response_body !== undefined);

function pagesOf(given: Pagination, next: string) {
  const rules = withList(given);
  const body = (items: readonly object[], more: Record<string, unknown> = {}): unknown =>
    rules.response_path ? objectWith({ [rules.response_path]: items, ...more }) : items;
  const empty = { body: body([]) };
  switch (rules.type) {
    case 'cursor':
      return [{ body: body([{ id: 1 }], { [rules.cursor_path_in_response]: 'SECOND' }) }, empty];
    case 'offset':
      return [{ body: body([{ id: 1 }]) }, empty];
    case 'link': {
      const { link_rel_in_response_header: rel, link_path_in_response_body: path } = rules;
      if (rel) return [{ body: body([{ id: 1 }]), headers: { link: `<${next}>; rel="${rel}"` } }, empty];
      return [{ body: body([{ id: 1 }], { [path ?? '']: next }) }, empty];
    }
  }
}
