import { Pool, type Dispatcher } from 'undici';
import { setTimeout as delay } from 'node:timers/promises';
import type { ByteLease } from './byte-budget.js';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  /** Whether the same request may be sent again although the first one may have arrived. */
  readonly repeatable: boolean;
}

export interface ApiCallOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  /** Room for the answer's body. */
  readonly room: ByteLease;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Buffer;
}

/** The headers of a provider's answer come as one: 16 KiB of them, as JSON and in base64. */
const MAX_HEADER_BYTES = 64 * 1024;
const RETRY_DELAYS_MS = [50, 100, 200, 400, 800, 1600];
/** Nothing was sent, so any request may be repeated. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Client of the internal run API over kept-alive connections. */
export class RunApi {
  private readonly pool: Pool;

  constructor(baseUrl: string) {
    // A proxied call may wait for hours between retries; the run's own time limit bounds it. Each run has so many calls at a time;
    // all runs together have no limit, or those that wait for a provider, or for an action that they triggered, would keep the
    // others from theirs.
    this.pool = new Pool(baseUrl, {
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }

  /**
   * Sends a request; repeats it for a few seconds while the gateway cannot be reached, as it may be restarting.
   * @throws {ResponseTooBigError} when there is no room for the answer
   */
  async send(request: ApiRequest, options: ApiCallOptions): Promise<ApiAnswer> {
    for (let attempt = 0; ; attempt++) {
      const delayMs = RETRY_DELAYS_MS[attempt];
      try {
        const answer = await this.sendOnce(request, options);
        if (answer.status !== 503 || !request.repeatable || delayMs === undefined) return answer;
      } catch (error) {
        const code = codeOf(error);
        const mayRepeat = NOT_SENT.has(code) || (request.repeatable && CUT_OFF.has(code));
        if (delayMs === undefined || !mayRepeat) throw error;
      }
      await delay(delayMs, undefined, { signal: options.signal });
    }
  }

  private async sendOnce(request: ApiRequest, { token, signal, room }: ApiCallOptions): Promise<ApiAnswer> {
    const { statusCode, headers, body } = await this.pool.request({
      method: request.method,
      path: request.path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(request.body !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
      },
      body: request.body ?? null,
      signal,
    });
    return { status: statusCode, headers, body: await readBounded(body, room) };
  }
}

const readBounded = async (body: Dispatcher.ResponseData['body'], room: ByteLease): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    room.take(chunk.length);
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
};
