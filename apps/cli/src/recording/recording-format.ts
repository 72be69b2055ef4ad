import { isUtf8 } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import type { CallOutcome, HelperCall } from '../dryrun/call-outcome.js';
import type { RecordedCall } from './recorded-call.js';

/** Headers of an answer that differ each time, are about the transport, or are secret. */
const UNRECORDED_HEADERS =
  /^(access-control-.*|age|alt-svc|cf-.*|connection|content-encoding|content-length|content-security-policy|date|expect-ct|keep-alive|nel|report-to|server|server-timing|set-cookie|strict-transport-security|transfer-encoding|vary|via|x-request-id|x-.*-request-id|x-runtime|.*-policy)$/;

/** Headers of a request that carry secrets, whatever the function made of them. */
const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|.*(api-?key|token|secret|signature).*)$/i;

/** What stands for a secret in a recording. */
export const REDACTED = 'redacted';

type Headers = Record<string, string | string[]>;

/** What a helper asked, as it is written down: the arguments, and for `proxy` the request itself. */
export function requestOf({ args, body }: HelperCall): Record<string, unknown> {
  const request: unknown = body === '' ? {} : JSON.parse(body);
  const all: Record<string, unknown> = { ...args, ...Object(request) };
  // How the answer is read is not written down where it is read as text.
  const { bytes, headers, ...asked } = all;
  return {
    ...asked,
    ...(bytes === true && { bytes }),
    ...(isObject(headers) && Object.keys(headers).length > 0 && { headers: withoutSecrets(headers) }),
  };
}

const withoutSecrets = (headers: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.test(name) ? REDACTED : value]),
  );

/** An answer as it is written down. */
export function answerOf(outcome: CallOutcome): Pick<RecordedCall, 'answer' | 'failure'> {
  if (!outcome.ok) return { failure: outcome.failure };
  const { head, body } = outcome;
  if (body === undefined) return { answer: { json: head } };
  const { status, headers } = head as { status: number; headers: Headers };
  return { answer: { status, headers: recordedHeaders(headers), ...bodyOf(body) } };
}

const recordedHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !UNRECORDED_HEADERS.test(name)));

function bodyOf(body: string | Buffer): object {
  if (body.length === 0) return {};
  if (typeof body !== 'string' && !isUtf8(body)) return { base64: body.toString('base64') };
  const text = body.toString();
  try {
    const json: unknown = JSON.parse(text);
    // Bytes stay what they are; of text only the value counts.
    return typeof body === 'string' || JSON.stringify(json) === text ? { json } : { text };
  } catch {
    return { text };
  }
}

/** What was written down, as the runtime takes it. */
export function outcomeOf({ request, answer, failure }: RecordedCall): CallOutcome {
  if (failure) return { ok: false, failure };
  if (answer?.status === undefined) return { ok: true, head: answer?.json };
  const { status, headers = {}, json, text, base64 } = answer;
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
  const plain = text ?? (json === undefined ? '' : JSON.stringify(json));
  const body = bytes ?? (request['bytes'] === true ? Buffer.from(plain) : plain);
  return { ok: true, head: { status, headers, statusText: STATUS_CODES[status] ?? '' }, body };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
