import {
  errorEnvelopeSchema,
  HEADERS,
  QUERY,
  runTriggerActionSchema,
  type TriggeredActionOutcome,
} from '@svc/contracts';
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { messageOf } from '../cli-error.js';
import { refused, type CallFailure, type CallOutcome, type HelperCall } from './call-outcome.js';
import type { DryrunContext } from './dryrun-messages.js';
import { fetchOutside } from './fetch-outside.js';
import { sendRequest, type HttpAnswer } from './http-request.js';
import { toProxyCall } from './proxy-call.js';
import type { Remote } from './remote.js';

type Args = HelperCall['args'];

/** Whom a dry run asks. */
export interface LiveRemoteOptions {
  readonly host: string;
  readonly secretKey: string;
  readonly connection: DryrunContext['connection'];
  readonly variant: string;
}

/** The gateway's public API. It only reads; calls to the provider and to deployed actions are those of the function. */
export class LiveRemote implements Remote {
  private readonly headers: Record<string, string>;

  constructor(private readonly options: LiveRemoteOptions) {
    this.headers = {
      authorization: `Bearer ${options.secretKey}`,
      [HEADERS.isScript.canonical]: 'true',
      [HEADERS.isDryRun.canonical]: 'true',
    };
  }

  async ask({ operation, args, body }: HelperCall): Promise<CallOutcome> {
    try {
      if (operation === 'proxy') return await this.proxy(args, body);
      if (operation === 'uncontrolledFetch') return await fetchOutside(body);
      const head = await this.read(operation, args, body);
      return head === undefined ? refused('not_found', `A dry run has no "${operation}".`) : { ok: true, head };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure };
      const message = `The gateway at ${this.options.host} did not answer: ${messageOf(error)}`;
      return refused('gateway_unreachable', message, 503);
    }
  }

  private async read(operation: string, args: Args, body: string): Promise<unknown> {
    switch (operation) {
      case 'connection':
        return await this.connection(args);
      case 'integration':
        return await this.integration(args);
      case 'environmentVariables':
        return await this.get('/environment-variables');
      case 'readRecords':
        return await this.records(String(args['model']), body);
      case 'triggerAction':
        return await this.triggerAction(body);
      default:
        return undefined;
    }
  }

  /** What the gateway has stored; what this run saved is not among it. */
  private records(model: string, body: string): Promise<unknown> {
    const { ids = [], cursor } = JSON.parse(body) as { ids?: (string | number)[]; cursor?: string };
    const { connection, variant } = this.options;
    const query = new URLSearchParams({ model, variant, ...(cursor && { cursor }) });
    for (const id of ids) query.append('ids', String(id));
    return this.get(`/records?${query}`, {
      'provider-config-key': connection.providerConfigKey,
      'connection-id': connection.connectionId,
    });
  }

  private connection({
    providerConfigKey,
    connectionId,
    forceRefresh,
    refreshToken,
    refreshAppJwtToken,
  }: Args): Promise<unknown> {
    const { connection } = this.options;
    const query = new URLSearchParams({
      provider_config_key: String(providerConfigKey ?? connection.providerConfigKey),
    });
    if (forceRefresh === true) query.set('force_refresh', 'true');
    if (refreshAppJwtToken === true) query.set(QUERY.refreshAppJwtToken.canonical, 'true');
    if (refreshToken === true) query.set('refresh_token', 'true');
    return this.get(`/connections/${encodeURIComponent(String(connectionId ?? connection.connectionId))}?${query}`);
  }

  private integration({ include }: Args): Promise<unknown> {
    const parts = Array.isArray(include) ? include.map((part): [string, string] => ['include', String(part)]) : [];
    const query = parts.length === 0 ? '' : `?${new URLSearchParams(parts)}`;
    return this.get(`/integrations/${encodeURIComponent(this.options.connection.providerConfigKey)}${query}`);
  }

  /** Runs the deployed action. */
  private async triggerAction(text: string): Promise<TriggeredActionOutcome> {
    const request = runTriggerActionSchema.safeParse(JSON.parse(text));
    if (!request.success) {
      const message = `triggerAction was called wrongly.\n${z.prettifyError(request.error)}`;
      throw new Refusal({ status: 400, code: 'invalid_request', message });
    }
    const { provider_config_key, connection_id, ...action } = request.data;
    const { host, connection } = this.options;
    const { status, body } = await sendRequest({
      method: 'POST',
      url: new URL(`${host}/action/trigger`),
      headers: {
        ...this.headers,
        'content-type': 'application/json',
        'provider-config-key': provider_config_key ?? connection.providerConfigKey,
        'connection-id': connection_id ?? connection.connectionId,
      },
      body: JSON.stringify(action),
    });
    const value = parseJson(body.toString('utf8'));
    if (status < 300) return { outcome: 'completed', output: value };
    const { data } = errorEnvelopeSchema.safeParse(value);
    const error = data?.error ?? { code: 'server_error', message: `The gateway answered ${status}.` };
    return { outcome: 'failed', error: { status, ...error } };
  }

  private async proxy(args: Args, body: string): Promise<CallOutcome> {
    const { host, connection } = this.options;
    const answer = await sendRequest(toProxyCall(body, { host, headers: this.headers, ...connection }));
    const refusal = refusalOf(answer);
    if (refusal) throw refusal;
    const { status, headers } = answer;
    const head = { status, headers, statusText: STATUS_CODES[status] ?? '' };
    return { ok: true, head, body: args['bytes'] === true ? answer.body : answer.body.toString('utf8') };
  }

  private async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const answer = await sendRequest({
      method: 'GET',
      url: new URL(`${this.options.host}${path}`),
      headers: { ...this.headers, ...headers },
    });
    if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body.toString('utf8')) as unknown;
    throw (
      refusalOf(answer) ??
      new Refusal({ status: answer.status, code: 'server_error', message: `The gateway answered ${answer.status}.` })
    );
  }
}

class Refusal extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure.message);
  }
}

/** The gateway's own error; undefined when the answer is the provider's. Only the gateway's quotes the id of this request. */
function refusalOf({ status, headers, body }: HttpAnswer): Refusal | undefined {
  if (status < 400) return undefined;
  const { data } = errorEnvelopeSchema.safeParse(parseJson(body.toString('utf8')));
  if (!data || data.error.request_id === undefined || data.error.request_id !== headers['x-request-id'])
    return undefined;
  const { code, message, payload, errors } = data.error;
  return new Refusal({ status, code, message, payload: payload ?? errors });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
