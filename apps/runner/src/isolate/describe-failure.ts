import { ActionError } from '@svc/functions';
import type { ZodError } from 'zod';
import { toLogJson, toLogText } from './globals/format-value.js';
import { GatewayError } from './gateway-error.js';
import { RequestError } from './helpers/request-error.js';
import type { RawFailure } from './raw-failure.js';

const MAX_NAME_LENGTH = 255;
const MAX_TEXT_LENGTH = 20_000;
const MAX_ISSUES = 500;
const MAX_ISSUE_LENGTH = 1000;
const MAX_PAYLOAD_LENGTH = 100_000;
/** Of a provider's answer, only these headers are shown (wire contract, section 10). */
const SHOWN_HEADER = /^(content-type|retry-after|x-rate.*|ratelimit.*)$/;
const AUTH_DEAD_CODES = new Set(['invalid_credentials', 'refresh_interrupted', 'credentials_dead', 'auth_dead']);

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** A copy that is plain JSON of a bounded size. */
const bounded = (value: unknown): unknown => {
  const json = toLogJson(value);
  if (json === undefined) return undefined;
  return json.length <= MAX_PAYLOAD_LENGTH ? JSON.parse(json) : cut(json, MAX_PAYLOAD_LENGTH);
};

/** Section 10: an object as it is; text, a number or an array becomes `{message: value}`. */
const actionPayload = (payload: unknown): unknown => {
  const isPlainObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  return isPlainObject || payload === undefined ? payload : { message: payload };
};

const retryAfterMs = (header: string | string[] | undefined): number | undefined => {
  const text = String(header ?? '').trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
};

const describeRequest = (error: RequestError): Partial<RawFailure> => {
  if (!error.response) return { type: 'network_error', payload: { code: error.code } };
  const { status, headers, data } = error.response;
  const shown = Object.entries(headers).filter(([name]) => SHOWN_HEADER.test(name));
  const waitMs = retryAfterMs(headers['retry-after']);
  return {
    type: status === 429 ? 'throttled' : 'upstream_http_error',
    upstream: {
      status,
      headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
      body: bounded(data) ?? null,
    },
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
};

const describeGateway = (error: GatewayError): Partial<RawFailure> => {
  const payload = { code: error.code, ...(error.payload !== undefined && { details: bounded(error.payload) }) };
  if (AUTH_DEAD_CODES.has(error.code)) return { type: 'auth_dead', payload };
  if (error.status !== 429) return { payload };
  return { type: 'throttled', payload, ...(error.retryAfterMs !== undefined && { retryAfterMs: error.retryAfterMs }) };
};

const describeKind = (error: Error): Partial<RawFailure> => {
  if (error instanceof ActionError) return { type: 'action_error', payload: bounded(actionPayload(error.payload)) };
  if (error instanceof RequestError) return describeRequest(error);
  if (error instanceof GatewayError) return describeGateway(error);
  if (isZodError(error)) return { issues: toIssues(error) };
  const isMemory = error instanceof RangeError && error.message.startsWith('Array buffer allocation failed');
  return isMemory ? { type: 'out_of_memory' } : {};
};

const stackOf = (error: Error): string => {
  const causes: string[] = [];
  for (let cause = error.cause; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push(`Caused by: ${cause.stack ?? cause.message}`);
  }
  return [error.stack ?? '', ...causes].join('\n');
};

/** By its shape, because a function may bring zod 3. */
const isZodError = (error: Error): error is ZodError =>
  /^\$?Zod(Real)?Error$/.test(error.name) && 'issues' in error && Array.isArray(error.issues);

/** zod's issues, with their paths as text. */
export const toIssues = ({ issues }: ZodError): NonNullable<RawFailure['issues']> =>
  issues.slice(0, MAX_ISSUES).map(({ code, message, path }) => ({
    code: String(code),
    message: cut(message, MAX_ISSUE_LENGTH),
    path: path.map((part) => cut(String(part), MAX_NAME_LENGTH)),
  }));

/** Whatever a function threw, as JSON can carry it. */
export const describeFailure = (thrown: unknown): RawFailure => {
  if (!(thrown instanceof Error)) {
    const message = `The function threw a value that is not an Error: ${cut(toLogText(thrown), MAX_TEXT_LENGTH)}`;
    return { type: 'function_error', name: 'NonError', message, payload: bounded(thrown) };
  }
  return {
    type: 'function_error',
    name: cut(String(thrown.name), MAX_NAME_LENGTH),
    message: cut(isZodError(thrown) ? 'A value does not match its schema.' : String(thrown.message), MAX_TEXT_LENGTH),
    stack: cut(stackOf(thrown), MAX_TEXT_LENGTH),
    ...describeKind(thrown),
  };
};
