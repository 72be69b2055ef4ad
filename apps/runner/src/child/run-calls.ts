import { UPSTREAM_META_HEADER, type RunFailure } from '@svc/contracts';
import { STATUS_CODES } from 'node:http';
import type { CallOutcome } from './call-outcome.js';
import { ByteBudget } from './byte-budget.js';
import { isTooDeep } from './readable-json.js';
import { ResponseTooBigError } from './response-too-big-error.js';
import type { ApiAnswer, RunApi } from './run-api.js';
import { toApiRequest, type OperationArgs } from './run-operations.js';

const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** Of what names the operation's subject; what is stored or sent is in the body. */
const MAX_ARGS_LENGTH = 64 * 1024;
const MAX_BODY_LENGTH = 100 * MEBIBYTE;

export interface RunCallsOptions {
  readonly api: RunApi;
  readonly token: string;
  readonly memoryMb: number;
  readonly signal: AbortSignal;
}

const platform = (message: string): RunFailure => ({ type: 'platform', name: 'PlatformError', message });

const refused = (code: string, message: string, status = 400): CallOutcome => ({
  kind: 'refused',
  failure: { status, code, message },
});

const BODY_TOO_LARGE =
  'The function sends too much at once: at most 100 MiB in one call, and in all calls under way as much as it has memory.';

const BODY_TOO_DEEP = 'What the function sends is nested too deeply: flatten it.';

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly payload?: unknown;
  readonly errors?: unknown;
}

const envelopeOf = ({ status, body }: ApiAnswer): Envelope => {
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error?: Partial<Envelope> };
    if (typeof error?.code === 'string') return { ...error, code: error.code, message: error.message ?? error.code };
  } catch {
    // Not the gateway's envelope; the status says what is known.
  }
  return { code: 'server_error', message: `The gateway answered ${status}.` };
};

const retryAfterMs = ({ headers }: ApiAnswer): number | undefined => {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
};

const toFailure = (answer: ApiAnswer): CallOutcome => {
  const envelope = envelopeOf(answer);
  const { status } = answer;
  if (status === 409 && envelope.code === 'run_superseded') return { kind: 'superseded' };
  const isGatewayFault =
    (status >= 500 && envelope.code !== 'upstream_unreachable') || envelope.code === 'invalid_run_token';
  if (isGatewayFault) return { kind: 'broken', failure: platform(`${envelope.message} (${envelope.code})`) };
  const waitMs = retryAfterMs(answer);
  return { kind: 'refused', failure: { status, ...envelope, ...(waitMs !== undefined && { retryAfterMs: waitMs }) } };
};

const toText = (body: Buffer): string => {
  const text = body.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
};

const toBytes = (body: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(body.byteLength);
  body.copy(new Uint8Array(copy));
  return copy;
};

const toProxyAnswer = (meta: string, body: Buffer, bytes: boolean): CallOutcome => {
  const { status, headers } = JSON.parse(Buffer.from(meta, 'base64').toString('utf8')) as {
    status: number;
    headers: object;
  };
  const head = JSON.stringify({ status, headers, statusText: STATUS_CODES[status] ?? '' });
  return { kind: 'answer', head, body: bytes ? toBytes(body) : toText(body) };
};

const parseArgs = (text: unknown): OperationArgs | undefined => {
  if (typeof text !== 'string' || text.length > MAX_ARGS_LENGTH) return undefined;
  try {
    const args: unknown = JSON.parse(text);
    return typeof args === 'object' && args !== null ? { ...args } : undefined;
  } catch {
    return undefined;
  }
};

/** The calls of one run to the run API. Nothing that the isolate sends is trusted: it can only name operations. */
export class RunCalls {
  private readonly budget: ByteBudget;
  /** Characters of the bodies that are under way. */
  private sending = 0;

  constructor(private readonly options: RunCallsOptions) {
    const memoryBytes = options.memoryMb * MEBIBYTE;
    this.budget = new ByteBudget(Math.min(MAX_RESPONSE_BYTES, memoryBytes / 2), memoryBytes);
  }

  /** Never rejects, whatever the isolate sends. */
  async call(operation: string, argsText: string, body: string | ArrayBuffer | undefined): Promise<CallOutcome> {
    const args = parseArgs(argsText);
    const request = args && toApiRequest(operation, args, typeof body === 'string' ? body : '');
    if (!request) return refused('not_found', `There is no operation "${operation}" with such arguments.`);
    const length = request.body?.length ?? 0;
    if (length > MAX_BODY_LENGTH || this.sending + length > this.options.memoryMb * MEBIBYTE)
      return refused('body_too_large', BODY_TOO_LARGE, 413);
    // The gateway parses it for everybody on one thread.
    if (isTooDeep(request.body ?? '')) return refused('invalid_body', BODY_TOO_DEEP);
    const room = this.budget.lease();
    this.sending += length;
    try {
      const { api, token, signal } = this.options;
      return this.toOutcome(operation, args, await api.send(request, { token, signal, room }));
    } catch (error) {
      if (error instanceof ResponseTooBigError) return refused('response_too_big', error.message, 413);
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: 'broken', failure: platform(`The gateway's run API could not be reached: ${reason}`) };
    } finally {
      this.sending -= length;
      room.giveBack();
    }
  }

  private toOutcome(operation: string, args: OperationArgs, answer: ApiAnswer): CallOutcome {
    const meta = answer.headers[UPSTREAM_META_HEADER];
    if ((operation === 'proxy' || operation === 'uncontrolledFetch') && typeof meta === 'string')
      return toProxyAnswer(meta, answer.body, args['bytes'] === true);
    if (answer.status < 200 || answer.status >= 300) return toFailure(answer);
    return { kind: 'answer', head: toText(answer.body) };
  }
}
