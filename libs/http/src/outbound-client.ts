import axios, {
  AxiosHeaders,
  isAxiosError,
  isCancel,
  type AxiosInstance,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig as AttemptConfig,
} from 'axios';
import axiosRetry from 'axios-retry';
import { AppError } from '@svc/errors';
import { runAttempt, type AttemptSettings } from './attempt.js';
import { createGuardedAgents, type GuardedAgents } from './guarded-agents.js';
import { NetworkError } from './network-error.js';
import type { OutboundRequest, OutboundResponse, SendOptions } from './outbound-request.js';
import { DEFAULT_CONNECT_TIMEOUT_MS, DEFAULT_IDLE_TIMEOUT_MS, type OutboundSettings } from './outbound-settings.js';
import { OutboundCall } from './outbound-call.js';

/** Nothing of axios' own ends up on the wire or in the answer. */
const UNTOUCHED = {
  responseType: 'stream',
  decompress: false,
  maxRedirects: 0,
  proxy: false,
  transformRequest: [],
  transformResponse: [],
  transitional: { clarifyTimeoutError: true },
} satisfies AxiosRequestConfig;

/**
 * The one way out of the gateway. Addresses are checked on the socket, headers and bytes are sent as given, answers
 * stream, retries follow the specification's proxy rules, redirects go through the same check hop by hop.
 */
export class OutboundClient {
  private readonly agents: GuardedAgents;
  private readonly idleTimeoutMs: number;
  private readonly retrying: AxiosInstance = axios.create();

  constructor(settings: OutboundSettings) {
    const connectTimeoutMs = settings.connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS;
    this.agents = createGuardedAgents({ ...settings, connectTimeoutMs });
    this.idleTimeoutMs = settings.idleTimeoutMs ?? DEFAULT_IDLE_TIMEOUT_MS;
    axiosRetry(this.retrying);
  }

  /**
   * Sends a request and returns whatever the server answered, errors included.
   *
   * @throws NetworkError when there was no answer; AppError `address_not_allowed` when the guard refused the address,
   *   `invalid_request` when HTTP cannot say it.
   */
  async send(request: OutboundRequest, options: SendOptions = {}): Promise<OutboundResponse> {
    const call = new OutboundCall(request, options);
    try {
      return finish(call, await this.run(call, options));
    } catch (error) {
      const { response } = isAxiosError(error) ? error : {};
      if (response && !call.signal?.aborted) return finish(call, response);
      const failure = failureOf(error, call);
      call.report({ networkCode: failure.code });
      throw failure;
    }
  }

  /** Closes the pooled connections. */
  close(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }

  private run(call: OutboundCall, { redirects, retry }: SendOptions): Promise<AxiosResponse> {
    const settings: AttemptSettings = { agents: this.agents, idleTimeoutMs: this.idleTimeoutMs, redirects };
    const attempt = async (config: AttemptConfig) => {
      call.begin();
      const { response, url } = await runAttempt(config, call.request, settings);
      call.url = url;
      return response;
    };
    const config = {
      ...UNTOUCHED,
      method: call.request.method,
      signal: call.signal,
      // Silence before the answer; silence within it is the transport's to notice.
      timeout: this.idleTimeoutMs,
    };
    // A single attempt needs neither interceptors nor merged configurations, which cost as much as the request itself.
    if (!retry || retry.retries <= 0) return attempt({ ...config, headers: new AxiosHeaders(), validateStatus: null });
    return this.retrying.request({
      ...config,
      validateStatus: (status) => status < 400 && !retry.rules.retryOn?.includes(status),
      adapter: attempt,
      'axios-retry': {
        retries: retry.retries,
        retryCondition: (error) => call.prepareRetry(retry, error),
        // The wait belongs to the preparation, since credentials are read after it.
        retryDelay: () => 0,
        shouldResetTimeout: true,
      },
    });
  }
}

function finish(call: OutboundCall, { data, status, statusText }: AxiosResponse): OutboundResponse {
  call.report({ status });
  const { rawHeaders, headers } = data;
  return { status, statusText, rawHeaders, headers, body: call.body ?? data, url: call.url };
}

/** Node's codes for a method, header or path that HTTP has no way to write: nothing was sent, and nothing ever will be. */
const NOT_HTTP: ReadonlySet<unknown> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
]);

function failureOf(error: unknown, call: OutboundCall): NetworkError | AppError {
  if (error instanceof AppError) return error;
  if (call.timedOut) return new NetworkError('ETIMEDOUT', 'the time limit of the call was reached', { cause: error });
  if (isCancel(error) || call.signal?.aborted)
    return new NetworkError('ECANCELED', 'the caller went away', { cause: error });
  const cause = isAxiosError(error) ? error.cause : error;
  if (cause instanceof AppError || cause instanceof NetworkError) return cause;
  const code = isAxiosError(error) ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (typeof cause === 'object' && cause !== null && 'code' in cause && NOT_HTTP.has(cause.code))
    return new AppError('invalid_request', `The call cannot be written as HTTP: ${message}. Correct it.`, { cause });
  return new NetworkError(code ?? 'ERR_NETWORK', message || code || 'no answer', { cause: error });
}
