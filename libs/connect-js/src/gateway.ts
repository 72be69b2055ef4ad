import { SvcConnectError, type SvcConnectIssue } from './connect-error.js';
import { withQuery, type QueryValues } from './query.js';

/** A call to the gateway. */
export interface GatewayRequest {
  readonly query?: QueryValues | undefined;
  /** Goes out as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Language of names and texts that the gateway answers. */
  readonly language?: string | undefined;
}

/** Calls of a connect session to its gateway. */
export class Gateway {
  /** Address without a slash at its end. */
  readonly host: string;

  constructor(
    host: string,
    /** The session's token; it may be renewed while a page is open. */
    public sessionToken: string,
  ) {
    this.host = host.replace(/\/+$/, '');
  }

  /** Address of a route. */
  url(path: string, query: QueryValues = {}): string {
    return withQuery(`${this.host}${path}`, query);
  }

  /** @throws {SvcConnectError} When there is no answer, or one that is not a success. */
  async request(method: 'GET' | 'POST', path: string, options: GatewayRequest = {}): Promise<unknown> {
    const { query, body, signal, language } = options;
    const answer = await fetch(this.url(path, query), {
      method,
      headers: {
        authorization: `Bearer ${this.sessionToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(language !== undefined && { 'accept-language': language }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new SvcConnectError('network_error', `The gateway at ${this.host} could not be reached.`);
    });
    const content: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) throw refusalOf(answer, content);
    return content;
  }
}

function refusalOf(answer: Response, content: unknown): SvcConnectError {
  const error = fieldOf(content, 'error');
  const code = textOf(fieldOf(error, 'code')) ?? `http_${answer.status}`;
  const message = textOf(fieldOf(error, 'message')) ?? `The gateway answered with status ${answer.status}.`;
  const retryAfterS = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new SvcConnectError(code, message, {
    status: answer.status,
    requestId: answer.headers.get('x-request-id') ?? textOf(fieldOf(error, 'request_id')),
    issues: issuesOf(fieldOf(error, 'errors')),
    payload: fieldOf(error, 'payload'),
    retryAfterMs: Number.isFinite(retryAfterS) ? retryAfterS * 1000 : undefined,
  });
}

function issuesOf(errors: unknown): SvcConnectIssue[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((issue: unknown) => {
    const path: unknown = fieldOf(issue, 'path');
    return {
      code: textOf(fieldOf(issue, 'code')) ?? 'custom',
      message: textOf(fieldOf(issue, 'message')) ?? '',
      path: Array.isArray(path) ? path.map(String) : [],
    };
  });
}

/** A property of something that came over the network. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The same, where only text will do. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
