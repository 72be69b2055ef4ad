import axios, { isAxiosError, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';
import { ExactTransport } from './exact-transport.js';
import type { GuardedAgents } from './guarded-agents.js';
import { NetworkError } from './network-error.js';
import type { OutboundRequest } from './outbound-request.js';
import { isSameOrigin, redirectHeaders, redirectTarget, type RedirectPolicy } from './redirect-rules.js';
import { parseTarget } from './request-target.js';

/** Requests that may be sent again although the first one may have arrived (RFC 9110, section 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND', 'REPORT', 'SEARCH']);

/** Idle connections that the server may have closed one after the other while they lay in the pool. */
const MAX_OLD_SOCKETS = 5;

const sendByAxios = axios.getAdapter('http');

export interface AttemptSettings {
  readonly agents: GuardedAgents;
  readonly idleTimeoutMs: number;
  readonly redirects?: RedirectPolicy | undefined;
}

export interface AttemptResult {
  readonly response: AxiosResponse;
  readonly url: string;
}

/** Whether the request's body can be sent more than once. */
export const isReplayable = ({ body }: OutboundRequest): boolean => body === undefined || Buffer.isBuffer(body);

/** One attempt: the request, and the redirects that it leads to, each through the guarded agents. */
export async function runAttempt(
  config: InternalAxiosRequestConfig,
  request: OutboundRequest,
  settings: AttemptSettings,
): Promise<AttemptResult> {
  const { redirects } = settings;
  let current = request;
  for (let hop = 0; ; hop += 1) {
    const response = await exchange(config, current, settings);
    if (!redirects || hop >= redirects.maxHops || !isReplayable(current)) return { response, url: current.url };
    const to = redirectTarget(current.method, current.url, response.status, response.data.rawHeaders);
    if (to === undefined) return { response, url: current.url };
    response.data.destroy();
    const headers = redirectHeaders(current.headers, current.url, to, redirects);
    current = { ...current, url: to, headers, tls: isSameOrigin(current.url, to) ? current.tls : undefined };
  }
}

async function exchange(
  config: InternalAxiosRequestConfig,
  request: OutboundRequest,
  settings: AttemptSettings,
): Promise<AxiosResponse> {
  const { origin } = parseTarget(request.url);
  for (let oldSockets = 0; ; oldSockets += 1) {
    const transport = new ExactTransport(request, settings.agents, settings.idleTimeoutMs);
    try {
      return complete(await sendByAxios({ ...config, url: origin, data: request.body, transport }));
    } catch (error) {
      if (isAxiosError(error) && error.response) throw error;
      // The server closed an idle connection just as it was picked from the pool: that is no failure of this request.
      const wasStale = transport.usedOldSocket && isAxiosError(error) && error.code === 'ECONNRESET';
      if (wasStale && oldSockets < MAX_OLD_SOCKETS && IDEMPOTENT.has(request.method) && isReplayable(request)) continue;
      if (isAxiosError(error)) error.cause ??= transport.lastError;
      throw error;
    }
  }
}

/** Node takes any three digits for a status; those below 200 end no exchange. */
function complete(response: AxiosResponse): AxiosResponse {
  if (response.status >= 200) return response;
  response.data.destroy();
  throw new NetworkError('EPROTO', `the server answered with the status ${response.status}, which ends no exchange`);
}
