import { Injectable } from '@nestjs/common';
import type { RunFetchRequest } from '@svc/contracts';
import { AppError } from '@svc/errors';
import {
  decompressBody,
  filterHeaders,
  hopByHopTest,
  MAX_REDIRECT_HOPS,
  NetworkError,
  OutboundClient,
  rawHeadersOf,
  type OutboundResponse,
} from '@svc/http';
import type { VariableMask } from '../accounts/variable-masks.service.js';
import { OperationLog } from '../logs/operation-log.service.js';
import type { ProxyAnswer } from './proxy-call.js';

/** Limit of a whole call; nothing repeats it. */
const TIMEOUT_MS = 300_000;
/** The gateway's own to set. */
const NOT_TAKEN = /^(host|content-length|transfer-encoding|connection)$/i;

/** Where a call is noted. */
export interface FetchLog {
  readonly operationId: string;
  /** Takes out what nobody should read: addresses of webhooks, for one, hold a secret in their path. */
  readonly mask: Pick<VariableMask, 'text'>;
}

/** Calls of functions to addresses that are not their provider's: without credentials, through the same guard. */
@Injectable()
export class UncontrolledFetch {
  constructor(
    private readonly client: OutboundClient,
    private readonly log: OperationLog,
  ) {}

  /**
   * @throws {AppError} `upstream_unreachable` when no answer came, `address_not_allowed` when the guard refused the address.
   */
  async send(request: RunFetchRequest, { operationId, mask }: FetchLog, signal: AbortSignal): Promise<ProxyAnswer> {
    const { method, url } = request;
    const { origin, pathname } = new URL(url);
    const note = (outcome: string): void =>
      this.log.log(operationId, { level: 'debug', message: mask.text(`${method} ${origin}${pathname}: ${outcome}`) });
    try {
      const response = await this.client.send(
        { method, url, headers: headersOf(request), body: bodyOf(request) },
        { signal, totalTimeoutMs: TIMEOUT_MS, redirects: { maxHops: MAX_REDIRECT_HOPS, forwardHeaders: false } },
      );
      note(String(response.status));
      return answerOf(method, response);
    } catch (error) {
      note(error instanceof Error ? error.message : String(error));
      throw failureOf(error);
    }
  }
}

const headersOf = ({ headers = {} }: RunFetchRequest): string[] =>
  rawHeadersOf(Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_TAKEN.test(name))));

const bodyOf = ({ data, dataEncoding }: RunFetchRequest): Buffer | undefined =>
  data === undefined ? undefined : Buffer.from(data, dataEncoding ?? 'utf8');

/** Unpacked, as `fetch` does. */
function answerOf(method: string, { status, statusText, rawHeaders, headers, body }: OutboundResponse): ProxyAnswer {
  const isHopByHop = hopByHopTest(rawHeaders);
  const unpacked = method === 'HEAD' ? undefined : decompressBody(body, headers['content-encoding']);
  const isOfPacked = (name: string) => unpacked !== undefined && /^content-(encoding|length)$/.test(name);
  const kept = filterHeaders(rawHeaders, (name) => !isHopByHop(name) && !isOfPacked(name));
  return { status, statusText, headers: kept, body: unpacked ?? body };
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof NetworkError)) return error;
  return new AppError('upstream_unreachable', `The address gave no answer (${error.code}: ${error.message}).`, {
    payload: { code: error.code },
    cause: error,
  });
}
