import { describe, expect, it } from '@jest/globals';
import { readTokenBody } from '../tokens/token-answer.js';
import { loginFailureOf } from './login-failure.js';

const kindOf = (status: number, body: unknown, type = 'application/json') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers: { 'content-type': type }, text, json: typeof body === 'string' ? undefined : body };
  return loginFailureOf(answer, readTokenBody(answer)).kind;
};

describe('a login that is refused', () => {
  it.each([
    [401, { message: 'Wrong password' }, 'auth_dead'],
    [401, { error: 'Unauthorized', statusCode: 401 }, 'auth_dead'],
    [401, '', 'auth_dead'],
    [400, { error: 'invalid_grant' }, 'auth_dead'],
    [400, { message: 'username is missing' }, 'auth_transient'],
    [403, { error: 'access_denied' }, 'auth_transient'],
    [403, { message: 'Your address is not on the list' }, 'auth_transient'],
    [422, { errors: [] }, 'auth_transient'],
    [429, { message: 'Too many attempts' }, 'throttled'],
    [500, { message: 'Wrong password' }, 'provider_down'],
    [502, '', 'provider_down'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(kindOf(status, body)).toBe(kind);
  });

  it.each([401, 403, 404, 302])('%i of a page says nothing about the password', (status) => {
    expect(kindOf(status, '<html>', 'text/html; charset=utf-8')).not.toBe('auth_dead');
  });
});
