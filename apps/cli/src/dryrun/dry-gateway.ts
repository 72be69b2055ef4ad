import { errorEnvelopeSchema, HEADERS } from '@svc/contracts';
import { STATUS_CODES } from 'node:http';
import { messageOf } from '../cli-error.js';
import { DryStore } from './dry-store.js';
import type { DryrunEvent, DryrunStart } from './dryrun-messages.js';
import { sendRequest, type HttpAnswer } from './http-request.js';
import { toProxyCall } from './proxy-call.js';

/** Why a helper's call failed, as the runtime takes it. */
interface CallFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly payload?: unknown;
}

/** The answer to a helper's call, as the runtime takes it. */
export type CallOutcome =
  | { readonly ok: true; readonly head: unknown; readonly body?: string | Buffer }
  | { readonly ok: false; readonly failure: CallFailure };

type Args = Readonly<Record<string, unknown>>;

/** What the helpers of a function reach: the gateway's public API for reading and calling, memory for writing. */
export class DryGateway {
  private readonly store: DryStore;
  private readonly headers: Record<string, string>;

  constructor(
    private readonly start: DryrunStart,
    tell: (event: DryrunEvent) => void,
  ) {
    this.store = new DryStore(start, tell);
    this.headers = {
      authorization: `Bearer ${start.secretKey}`,
      [HEADERS.isScript.canonical]: 'true',
      [HEADERS.isDryRun.canonical]: 'true',
    };
  }

  async call(operation: string, args: Args, body: string): Promise<CallOutcome> {
    try {
      if (operation === 'proxy') return await this.proxy(args, body);
      const head = await this.operation(operation, args, body);
      return head === undefined ? refused('not_found', `A dry run has no "${operation}".`) : { ok: true, head };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure };
      return refused(
        'gateway_unreachable',
        `The gateway at ${this.start.host} did not answer: ${messageOf(error)}`,
        503,
      );
    }
  }

  private async operation(operation: string, args: Args, body: string): Promise<unknown> {
    const { store } = this;
    switch (operation) {
      case 'connection':
        return this.connection(args);
      case 'integration':
        return this.integration(args);
      case 'environmentVariables':
        return this.read('/environment-variables');
      case 'getMetadata':
        return this.metadata();
      case 'setMetadata':
        return store.setMetadata(body);
      case 'updateMetadata':
        return store.setMetadata(body, await this.metadata());
      case 'getCheckpoint':
        return store.getCheckpoint();
      case 'saveCheckpoint':
        return store.saveCheckpoint(body);
      case 'clearCheckpoint':
        return store.clearCheckpoint();
      case 'saveRecords':
        return store.saveRecords(String(args['model']), body);
      case 'updateRecords':
        return store.updateRecords(String(args['model']), body);
      case 'readRecords':
        return this.records(String(args['model']), body);
      case 'recordPlace':
        return { cursor: '' };
      case 'startTracking':
        return {};
      case 'endTracking':
        return store.endTracking(String(args['model']));
      case 'deleteRecords':
        return store.deleteRecords(String(args['model']), body);
      default:
        return undefined;
    }
  }

  /** What the gateway has stored; what this run saved is not among it. */
  private records(model: string, body: string): Promise<unknown> {
    const { ids = [], cursor } = JSON.parse(body) as { ids?: (string | number)[]; cursor?: string };
    const { sync, connection } = this.start.context;
    const query = new URLSearchParams({ model, variant: sync?.variant ?? 'base', ...(cursor && { cursor }) });
    for (const id of ids) query.append('ids', String(id));
    return this.read(`/records?${query}`, {
      'provider-config-key': connection.providerConfigKey,
      'connection-id': connection.connectionId,
    });
  }

  private async metadata(): Promise<Record<string, unknown>> {
    const own = this.store.getMetadata();
    if (own) return own;
    const connection = await this.connection({});
    const isObject = typeof connection === 'object' && connection !== null && 'metadata' in connection;
    return { ...Object(isObject ? connection.metadata : undefined) };
  }

  private connection({ providerConfigKey, connectionId, forceRefresh, refreshToken }: Args): Promise<unknown> {
    const { connection } = this.start.context;
    const query = new URLSearchParams({
      provider_config_key: String(providerConfigKey ?? connection.providerConfigKey),
    });
    if (forceRefresh === true) query.set('force_refresh', 'true');
    if (refreshToken === true) query.set('refresh_token', 'true');
    return this.read(`/connections/${encodeURIComponent(String(connectionId ?? connection.connectionId))}?${query}`);
  }

  private integration({ include }: Args): Promise<unknown> {
    const parts = Array.isArray(include) ? include.map((part): [string, string] => ['include', String(part)]) : [];
    const query = parts.length === 0 ? '' : `?${new URLSearchParams(parts)}`;
    return this.read(`/integrations/${encodeURIComponent(this.start.context.connection.providerConfigKey)}${query}`);
  }

  private async proxy(args: Args, body: string): Promise<CallOutcome> {
    const { host, context } = this.start;
    const answer = await sendRequest(toProxyCall(body, { host, headers: this.headers, ...context.connection }));
    const refusal = refusalOf(answer);
    if (refusal) throw refusal;
    const { status, headers } = answer;
    const head = { status, headers, statusText: STATUS_CODES[status] ?? '' };
    return { ok: true, head, body: args['bytes'] === true ? answer.body : answer.body.toString('utf8') };
  }

  private async read(path: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const answer = await sendRequest({
      method: 'GET',
      url: new URL(`${this.start.host}${path}`),
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

const refused = (code: string, message: string, status = 400): CallOutcome => ({
  ok: false,
  failure: { status, code, message },
});
