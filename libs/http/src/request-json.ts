import { readBody } from './body-reader.js';
import { decompressBody } from './decompress-body.js';
import { NetworkError } from './network-error.js';
import type { OutboundClient } from './outbound-client.js';
import { rawHeadersOf } from './raw-headers.js';
import { MAX_REDIRECT_HOPS } from './redirect-rules.js';

/** A small request whose answer is read whole: token requests, verification calls, discovery documents. */
export interface JsonRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; say what it is by a `Content-Type` header. */
  readonly body?: string | undefined;
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Limit of the whole call. Default 20 s. */
  readonly timeoutMs?: number;
  /** Largest answer. Default 1 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface JsonAnswer {
  readonly status: number;
  /** Lower-case names; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body, or undefined where it is not JSON. */
  readonly json: unknown;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const DEFAULT_MAX_BYTES = 1_048_576;

/**
 * Sends a small request once. Statuses are the caller's to judge; redirects are followed for GET only, without credentials
 * when the origin changes.
 *
 * @throws NetworkError when there is no complete answer; its `nothingWasSent` tells whether repeating is safe.
 */
export async function requestJson(client: OutboundClient, request: JsonRequest): Promise<JsonAnswer> {
  const { method, url, headers = {}, body, tls, signal } = request;
  const response = await client.send(
    { method, url, headers: rawHeadersOf(headers), body: body === undefined ? undefined : Buffer.from(body), tls },
    {
      signal,
      totalTimeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      redirects: { maxHops: MAX_REDIRECT_HOPS, forwardHeaders: false, sensitiveHeaders: sensitiveOf(headers) },
    },
  );
  const maxBytes = request.maxBytes ?? DEFAULT_MAX_BYTES;
  const bytes = await readAnswer(
    decompressBody(response.body, response.headers['content-encoding']) ?? response.body,
    maxBytes,
  );
  if (!bytes) throw new NetworkError('ERR_ANSWER_TOO_LARGE', `the answer is larger than ${maxBytes} bytes`);
  const text = bytes.toString('utf8');
  return { status: response.status, headers: joinHeaders(response.headers), text, json: parseJson(text) };
}

/** Providers take keys in headers of any name. */
const sensitiveOf = (headers: NonNullable<JsonRequest['headers']>): ReadonlySet<string> =>
  new Set(
    Object.keys(headers)
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'accept'),
  );

async function readAnswer(body: Parameters<typeof readBody>[0], maxBytes: number): Promise<Buffer | undefined> {
  try {
    return await readBody(body, maxBytes);
  } catch (cause) {
    if (cause instanceof NetworkError) throw cause;
    throw new NetworkError('ECONNRESET', 'the answer broke off before its end', { cause });
  }
}

function joinHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
