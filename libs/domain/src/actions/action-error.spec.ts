import { describe, expect, it } from '@jest/globals';
import type { RunFailure } from '@svc/contracts';
import { actionErrorOf } from './action-error.js';

const failure = (type: RunFailure['type'], more: Partial<RunFailure> = {}): RunFailure => ({
  type,
  name: 'SomeError',
  message: 'it broke',
  ...more,
});
const upstream = (status: number) => ({
  upstream: {
    status,
    headers: { 'content-type': 'text/plain', 'X-RateLimit-Reset': '9', 'set-cookie': 'secret', 'retry-after': '3' },
    body: 'no',
  },
});
const issues = [{ code: 'invalid_type', message: 'expected string', path: ['title'] }];

describe('actionErrorOf', () => {
  it.each([
    [failure('action_error'), 500, 'action_script_runtime_error'],
    [failure('upstream_http_error', upstream(500)), 424, 'script_http_error'],
    [failure('throttled', upstream(429)), 424, 'script_http_error'],
    [failure('throttled'), 424, 'script_api_rate_limit_error'],
    [failure('network_error'), 500, 'script_network_error'],
    [failure('auth_dead'), 424, 'invalid_credentials'],
    [failure('function_error'), 500, 'script_internal_error'],
    [failure('invalid_input'), 400, 'invalid_action_input'],
    [failure('invalid_output'), 400, 'invalid_action_output'],
    [failure('output_too_big'), 413, 'action_output_too_big'],
    [failure('out_of_memory'), 500, 'function_runtime_out_of_memory'],
    [failure('cpu_time_exceeded'), 500, 'function_runtime_timed_out'],
    [failure('wall_time_exceeded'), 500, 'execution_timeout'],
  ] as const)('%j is %i %s', (given, status, code) => {
    expect(actionErrorOf(given)).toMatchObject({ status, code, message: 'it broke' });
  });

  it('says whether an action that the gateway lost may have had effects', () => {
    const lost = { status: 500, code: 'action_script_failure' };
    expect(actionErrorOf(failure('platform', { message: 'it broke.' }))).toMatchObject({
      ...lost,
      message: 'The action was broken off: it broke. It may have had effects.',
    });
    expect(actionErrorOf(failure('platform', { name: 'RunNotStarted', message: 'No runner.' }))).toMatchObject({
      ...lost,
      message: 'The action was not started: No runner. Call it again.',
    });
  });

  it.each([
    [{ reason: 'closed' }, { reason: 'closed' }],
    ['closed', { message: 'closed' }],
    [7, { message: 7 }],
    [['a', 'b'], { message: ['a', 'b'] }],
    [null, { message: null }],
    [undefined, {}],
  ])('passes on what an ActionError carried: %j becomes %j', (thrown, payload) => {
    expect(actionErrorOf(failure('action_error', { payload: thrown })).details.payload).toEqual(payload);
  });

  it("shows the provider's answer with its content type and rate limit only", () => {
    expect(actionErrorOf(failure('upstream_http_error', upstream(422))).details.upstream).toEqual({
      status: 422,
      headers: { 'content-type': 'text/plain', 'X-RateLimit-Reset': '9' },
      body: 'no',
    });
  });

  it.each([
    [{ errors: ['title is too long'] }, { errors: ['title is too long'] }],
    ['no', { message: 'no' }],
    [['a'], { message: ['a'] }],
    [null, {}],
  ])('gives what the provider answered as payload: %j becomes %j', (body, payload) => {
    const answered = { upstream: { status: 429, headers: {}, body } };
    expect(actionErrorOf(failure('upstream_http_error', answered)).details.payload).toEqual(payload);
    expect(actionErrorOf(failure('throttled', answered)).details.payload).toEqual(payload);
  });

  it('lists every issue of an input or output with its path', () => {
    expect(actionErrorOf(failure('invalid_input', { issues })).details.errors).toEqual(issues);
    expect(actionErrorOf(failure('invalid_output', { issues })).details.errors).toEqual(issues);
  });

  it('tells the author of a function where it broke', () => {
    const location = { file: 'actions/create-issue.ts', line: 7, column: 3 };
    const error = actionErrorOf(failure('function_error', { stack: 'at x', location, codeFrame: '> 7 | throw' }));
    expect(error.details.payload).toEqual({
      name: 'SomeError',
      message: 'it broke',
      stacktrace: 'at x',
      location,
      code_frame: '> 7 | throw',
    });
    const network = actionErrorOf(failure('network_error', { payload: { code: 'ECONNRESET' } }));
    expect(network.details.payload).toEqual({ name: 'SomeError', code: 'ECONNRESET', message: 'it broke' });
  });

  it('says when to come back', () => {
    expect(actionErrorOf(failure('platform', { retryAfterMs: 1500 })).details.headers).toEqual({ 'Retry-After': '2' });
  });
});
