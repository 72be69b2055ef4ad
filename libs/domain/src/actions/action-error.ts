import type { RunFailure } from '@svc/contracts';
import { RUN_NOT_STARTED } from '../runs/run-not-started.js';
import { AppError, type AppErrorDetails, type ErrorCode } from '@svc/errors';

/** Of a provider's answer, only these headers are shown (wire contract, section 10). */
const SHOWN_HEADER = /^(content-type|x-rate.*)$/i;

/** Failures of functions whose status and code depend on nothing but their type. */
const CODES: Readonly<Record<RunFailure['type'], ErrorCode>> = {
  action_error: 'action_script_runtime_error',
  upstream_http_error: 'script_http_error',
  throttled: 'script_api_rate_limit_error',
  network_error: 'script_network_error',
  auth_dead: 'invalid_credentials',
  function_error: 'script_internal_error',
  invalid_input: 'invalid_action_input',
  invalid_output: 'invalid_action_output',
  output_too_big: 'action_output_too_big',
  out_of_memory: 'function_runtime_out_of_memory',
  cpu_time_exceeded: 'function_runtime_timed_out',
  wall_time_exceeded: 'execution_timeout',
  platform: 'action_script_failure',
};

/** What the caller of an action is told about a run that failed (wire contract, section 10; D11). */
export function actionErrorOf(failure: RunFailure): AppError {
  // A provider's 429 that the function did not catch is an answer of the provider like any other.
  const code = failure.type === 'throttled' && failure.upstream ? 'script_http_error' : CODES[failure.type];
  return new AppError(code, messageOf(failure), detailsOf(failure));
}

/** Whether a call that failed within the gateway may be repeated is what its caller has to know. */
function messageOf({ type, name, message }: RunFailure): string {
  if (type !== 'platform') return message || 'The action failed.';
  return name === RUN_NOT_STARTED
    ? `The action was not started: ${message} Call it again.`
    : `The action was broken off: ${message} It may have had effects.`;
}

function detailsOf(failure: RunFailure): AppErrorDetails {
  const { type, payload, issues, upstream, retryAfterMs } = failure;
  const retryAfter = retryAfterMs === undefined ? undefined : String(Math.ceil(retryAfterMs / 1000));
  return {
    ...(type === 'auth_dead' && { status: 424 }),
    ...(issues && { errors: issues }),
    ...(upstream && { upstream: { ...upstream, headers: shownOf(upstream.headers) } }),
    ...(retryAfter !== undefined &&
      (type === 'throttled' || type === 'platform') && { headers: { 'Retry-After': retryAfter } }),
    ...payloadOf(failure, payload),
  };
}

function payloadOf(failure: RunFailure, payload: unknown): Pick<AppErrorDetails, 'payload'> {
  if (failure.upstream) return { payload: asObject(failure.upstream.body ?? undefined) };
  switch (failure.type) {
    case 'action_error':
      return { payload: asObject(payload) };
    case 'network_error':
    case 'function_error':
      return { payload: describe(failure) };
    case 'output_too_big':
    case 'out_of_memory':
    case 'cpu_time_exceeded':
    case 'wall_time_exceeded':
    case 'invalid_input':
    case 'invalid_output':
    case 'platform':
      return {};
    default:
      return payload === undefined ? {} : { payload };
  }
}

/** What the function threw, or the external API answered: an object as it is; text, a number or an array as `{message}`. */
function asObject(payload: unknown): unknown {
  if (payload === undefined) return {};
  return typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : { message: payload };
}

/** What a function author needs to find the place: name, code, message, stack, and the line in their own file. */
function describe({ name, message, payload, stack, location, codeFrame }: RunFailure): Record<string, unknown> {
  const code = typeof payload === 'object' && payload !== null && 'code' in payload ? payload.code : undefined;
  return {
    name,
    ...(code !== undefined && { code }),
    message,
    ...(stack !== undefined && { stacktrace: stack }),
    ...(location && { location }),
    ...(codeFrame !== undefined && { code_frame: codeFrame }),
  };
}

const shownOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADER.test(name)));
