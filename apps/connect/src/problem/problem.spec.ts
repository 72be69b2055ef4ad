import { describe, expect, it } from '@jest/globals';
import { SvcConnectError } from '@svc/connect';
import { CONNECT_ERROR_TYPES } from '@svc/contracts';
import { en } from '../text/en.js';
import { problemKindOf } from './problem-kind.js';
import { problemText } from './problem-text.js';
import { problemOf } from './problem.js';

describe('problemOf', () => {
  it('keeps the words, the request id, and which field is meant', () => {
    const error = new SvcConnectError('connection_test_failed', 'Twilio answered 401.', {
      status: 400,
      requestId: 'req_1',
      payload: { reason: 'auth_dead' },
      issues: [{ code: 'invalid_format', message: 'is not right', path: ['params', 'subdomain'] }],
    });
    expect(problemOf(error)).toEqual({
      kind: 'credentialsRefused',
      code: 'connection_test_failed',
      words: 'Twilio answered 401.',
      requestId: 'req_1',
      fields: { subdomain: 'is not right' },
    });
  });

  it('tells a person who said no from a provider that failed', () => {
    expect(problemOf(new SvcConnectError('callback_err', 'Access was not allowed.')).kind).toBe('denied');
    expect(problemOf(new SvcConnectError('callback_err', 'access_denied')).kind).toBe('denied');
    expect(problemOf(new SvcConnectError('callback_err', 'server_error')).kind).toBe('providerRefused');
  });

  it('tells credentials that are wrong from a provider that is away', () => {
    const failed = (reason: string) =>
      problemOf(new SvcConnectError('connection_test_failed', '', { payload: { reason } }));
    expect(failed('auth_dead').kind).toBe('credentialsRefused');
    expect(failed('provider_down').kind).toBe('providerDown');
    expect(failed('throttled').kind).toBe('busy');
  });

  it('has a sentence for whatever happens', () => {
    expect(problemOf(new TypeError('boom'))).toMatchObject({ kind: 'unexpected', code: 'unknown_err', words: 'boom' });
    expect(problemOf(new SvcConnectError('something_new', '')).kind).toBe('unexpected');
  });
});

it('every way in which an authorization fails is explained, but for the one that nobody understands', () => {
  const unexplained = CONNECT_ERROR_TYPES.filter((type) => problemKindOf(type) === 'unexpected');
  expect(unexplained).toEqual(['unknown_err']);
  expect(problemText(en, 'providerDown', 'GitHub').title).toBe('GitHub cannot be reached');
});
