import type { ErrorEnvelope } from '@svc/contracts';
import axios, { AxiosError, type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { SvcError } from './svc-error.js';

/** Settings of a client. */
export interface SvcOptions {
  /** Secret key of an environment. */
  readonly apiKey?: string;
  /** @deprecated Use `apiKey`. */
  readonly secretKey?: string;
  /** Verifies received webhooks; without it the API key is used. */
  readonly webhookSigningKey?: string;
  /** Address of the gateway; `http://localhost:3003` when left out. */
  readonly host?: string;
  /** Longest wait for an answer, in milliseconds; 0, the default, waits as long as the call takes. */
  readonly timeoutMs?: number;
}

const DEFAULT_HOST = 'http://localhost:3003';

/** A request to the gateway, before the key is added. */
export interface SvcRequest {
  readonly method: string;
  readonly path: string;
  /** Entries without a value are left out. */
  readonly query?: Readonly<Record<string, QueryValue | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Breaks the request off. */
  readonly signal?: AbortSignal | undefined;
}

/** What a query parameter may hold; a list is repeated, a map becomes `name[key]`. */
export type QueryValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;

/** Sends requests to the gateway and turns failures into {@link SvcError}. */
export class Transport {
  readonly host: string;
  /** 0 waits as long as a call takes. */
  readonly timeoutMs: number;
  private readonly http: AxiosInstance;

  constructor({ apiKey, secretKey, host = DEFAULT_HOST, timeoutMs = 0 }: SvcOptions) {
    if (apiKey !== undefined && secretKey !== undefined)
      throw new Error('Pass apiKey or secretKey (its deprecated name), not both.');
    const key = apiKey ?? secretKey;
    if (!key) throw new Error('Pass apiKey: the secret key of an environment.');
    this.host = host.replace(/\/+$/, '');
    this.timeoutMs = timeoutMs;
    this.http = axios.create({
      baseURL: this.host,
      timeout: timeoutMs,
      headers: { authorization: `Bearer ${key}` },
      maxRedirects: 0,
      maxBodyLength: Infinity,
      maxContentLength: Infinity,
      paramsSerializer: { serialize: serializeQuery },
    });
  }

  /** The parsed body of a successful answer. */
  async call<T>(request: SvcRequest): Promise<T> {
    const { data } = await this.send<T>(this.configOf(request));
    return data;
  }

  /** The whole answer; used by the proxy, whose statuses and headers matter. */
  async send<T>(config: AxiosRequestConfig): Promise<AxiosResponse<T>> {
    try {
      return await this.http.request<T>(config);
    } catch (error) {
      throw error instanceof AxiosError ? toSvcError(error) : error;
    }
  }

  private configOf({ method, path, query, headers, body, signal }: SvcRequest): AxiosRequestConfig {
    return {
      method,
      url: path,
      ...(query && { params: query }),
      // Where there is no body, axios would call it a form.
      headers: { ...(body === undefined && { 'Content-Type': false }), ...(headers && withoutMissing(headers)) },
      ...(body !== undefined && { data: body }),
      ...(signal && { signal }),
    };
  }
}

const withoutMissing = (headers: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** `a=1&list=x&list=y&tags[k]=v`, percent-encoded. */
function serializeQuery(query: Readonly<Record<string, QueryValue | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (Array.isArray(value)) for (const item of value) parameters.append(name, item);
    else if (typeof value === 'object')
      for (const [key, item] of Object.entries(value)) parameters.append(`${name}[${key}]`, String(item));
    else parameters.append(name, String(value));
  }
  return parameters.toString();
}

interface PossibleEnvelope {
  error?: Partial<ErrorEnvelope['error']>;
}

function toSvcError({ response, code, message }: AxiosError): SvcError {
  if (!response) {
    return new SvcError({ status: 0, code: code ?? 'NO_ANSWER', message: `The gateway gave no answer: ${message}` });
  }
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const { error }: PossibleEnvelope = isEnvelope(response.data) ? response.data : {};
  return new SvcError({
    status: response.status,
    code: error?.code ?? 'upstream_error',
    message: error?.message ?? `The answer has status ${response.status}.`,
    requestId: error?.request_id ?? headers['x-request-id'],
    errors: error?.errors,
    payload: error ? error.payload : response.data,
    upstream: error?.upstream,
    headers,
  });
}

const isEnvelope = (data: unknown): data is PossibleEnvelope =>
  typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'object';
