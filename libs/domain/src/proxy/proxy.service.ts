import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@svc/errors';
import {
  decompressBody,
  filterHeaders,
  hopByHopTest,
  MAX_REDIRECT_HOPS,
  NetworkError,
  OutboundClient,
  type BackoffSettings,
  type OutboundResponse,
  type SendOptions,
} from '@svc/http';
import type { Readable } from 'node:stream';
import { OperationLog } from '../logs/operation-log.service.js';
import { bufferBody, MAX_BUFFERED_BYTES } from './buffered-body.js';
import type { ProxyAnswer, ProxyCall } from './proxy-call.js';
import type { ProxyLog } from './proxy-log.js';
import { ProxyTargets, type ProxyTarget } from './proxy-target.js';
import { PROXY_BACKOFF } from './proxy.tokens.js';
import { CALLER_GONE, ProxyTrace } from './proxy-trace.js';
import { needsWholeBody, upstreamRequest } from './upstream-request.js';

/** Passes calls on to external APIs with the credentials of a connection (specification, "What the service does" 4). */
@Injectable()
export class ProxyService {
  constructor(
    private readonly targets: ProxyTargets,
    private readonly client: OutboundClient,
    @Inject(OperationLog) private readonly log: ProxyLog,
    @Inject(PROXY_BACKOFF) private readonly backoff: BackoffSettings,
  ) {}

  /**
   * Sends a call and returns what the external API answered, whatever its status.
   *
   * @throws AppError when it gave no answer: `upstream_unreachable` with the network's code in the payload, or what kept
   *   the gateway from asking.
   */
  async forward(call: ProxyCall): Promise<ProxyAnswer> {
    const target = await this.targets.resolve(call);
    const trace = new ProxyTrace(this.log, call, target);
    try {
      const response = await this.send(call, target, trace);
      trace.finish(response.status);
      return answerOf(call, target, response);
    } catch (error) {
      const failure = failureOf(error, call);
      trace.fail(failure);
      throw failure;
    }
  }

  private async send(call: ProxyCall, target: ProxyTarget, trace: ProxyTrace): Promise<OutboundResponse> {
    const body = await readyBody(call, target);
    const request = upstreamRequest(call, target, body);
    const options: SendOptions = {
      signal: call.signal,
      redirects: {
        maxHops: MAX_REDIRECT_HOPS,
        forwardHeaders: call.forwardHeadersOnRedirect ?? target.provider.proxy?.forward_headers_on_redirect ?? false,
        sensitiveHeaders: request.ownHeaders,
      },
      onAttempt: (report) => trace.attempt(report),
    };
    if (call.retries === 0) return this.client.send(request, options);
    const { retryOn, retryHeader } = call;
    const rules = { provider: target.provider.proxy?.retry, retryOn, retryHeader };
    const renew = this.renewal(call, target, body);
    return this.client.send(request, {
      ...options,
      retry: { retries: call.retries, rules, backoff: this.backoff, renew },
    });
  }

  /**
   * Credentials are read again for each attempt, so that refreshed ones are picked up. The request is made anew in any case:
   * servers take a signature's nonce once, and its time for a while.
   */
  private renewal(call: ProxyCall, first: ProxyTarget, body: Buffer | Readable | undefined) {
    let version = first.connection.credentialsVersion;
    return async () => {
      const target = await this.targets.resolve(call);
      const credentialsChanged = target.connection.credentialsVersion !== version;
      version = target.connection.credentialsVersion;
      return { request: upstreamRequest(call, target, body), credentialsChanged };
    };
  }
}

/** The body as bytes where it will be sent again or signed, else as it streams in. */
async function readyBody(call: ProxyCall, target: ProxyTarget): Promise<Buffer | Readable | undefined> {
  if (!call.body) return undefined;
  const mustBeWhole = needsWholeBody(call, target);
  if (call.retries === 0 && !mustBeWhole) return call.body.content;
  const body = await bufferBody(call.body);
  if (Buffer.isBuffer(body) || !mustBeWhole) return body;
  throw new AppError(
    'body_too_large_to_sign',
    `Requests to "${target.provider.name}" are signed over their body, which may be ${MAX_BUFFERED_BYTES} bytes long at most. Send less at a time.`,
  );
}

function answerOf(call: ProxyCall, { provider }: ProxyTarget, response: OutboundResponse): ProxyAnswer {
  const { status, statusText, rawHeaders } = response;
  const isHopByHop = hopByHopTest(rawHeaders);
  const hasBody = call.method !== 'HEAD' && status !== 204 && status !== 304;
  const unpack = hasBody && (call.decompress ?? provider.proxy?.decompress ?? false);
  const unpacked = unpack ? decompressBody(response.body, response.headers['content-encoding']) : undefined;
  if (!unpacked) {
    return { status, statusText, headers: filterHeaders(rawHeaders, (name) => !isHopByHop(name)), body: response.body };
  }
  const isOfPacked = (name: string) => name === 'content-encoding' || name === 'content-length';
  return {
    status,
    statusText,
    headers: filterHeaders(rawHeaders, (name) => !isHopByHop(name) && !isOfPacked(name)),
    body: unpacked,
  };
}

function failureOf(error: unknown, { baseUrlOverride }: ProxyCall): AppError {
  if (error instanceof AppError) {
    if (error.code !== 'address_not_allowed' || !baseUrlOverride) return error;
    return new AppError('base_url_override_not_allowed', error.message, error.details);
  }
  if (error instanceof NetworkError) {
    return new AppError(
      'upstream_unreachable',
      `The external API gave no answer (${error.code}: ${error.message}). Check its address and status, or send the header Retries.`,
      { payload: { code: error.code }, cause: error },
    );
  }
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') {
    return new AppError('upstream_unreachable', 'The caller went away before the whole body had arrived.', {
      payload: { code: CALLER_GONE },
      cause: error,
    });
  }
  return new AppError('server_error', 'The call could not be passed on.', { cause: error });
}
