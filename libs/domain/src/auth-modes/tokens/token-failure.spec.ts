import { describe, expect, it } from '@jest/globals';
import { readTokenBody } from './token-answer.js';
import { isOutage, tokenFailureOf, type GrantOwner } from './token-failure.js';

const failure = (status: number, body: unknown, owner: GrantOwner = 'user') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers: {}, text, json: typeof body === 'string' ? undefined : body };
  return tokenFailureOf(answer, readTokenBody(answer), owner);
};

describe('tokenFailureOf', () => {
  it.each([
    [400, { error: 'invalid_grant' }, 'auth_dead'],
    [400, { error: 'unauthorized_client' }, 'auth_dead'],
    [401, { error: 'invalid_client' }, 'auth_transient'],
    [400, { error: { code: 'invalid_grant' } }, 'auth_dead'],
    [401, {}, 'auth_transient'],
    [401, 'Unauthorized', 'auth_transient'],
    [404, '<html>', 'provider_down'],
    [302, '', 'provider_down'],
    [200, {}, 'provider_down'],
    [200, { error: 'invalid_grant' }, 'auth_dead'],
    [200, { ok: false, error: 'ratelimited' }, 'throttled'],
    [429, { error: 'invalid_grant' }, 'throttled'],
    [503, { error: 'invalid_grant' }, 'provider_down'],
    [400, { error: 'temporarily_unavailable' }, 'provider_down'],
    [400, { message: 'no' }, 'auth_transient'],
  ])('%i %j is %s', (status, body, kind) => {
    expect(failure(status, body).kind).toBe(kind);
  });

  it('takes a refused client for dead where it belongs to the connection', () => {
    expect(failure(401, { error: 'invalid_client' }, 'client').kind).toBe('auth_dead');
    expect(failure(401, {}, 'client').kind).toBe('auth_dead');
  });

  it('repeats the words of the provider, cut short, and nothing else', () => {
    const { message, answer } = failure(400, {
      error: 'invalid_grant',
      error_description: 'x'.repeat(1_000),
      refresh_token: 'SECRET',
    });
    expect(message).toBe('The token endpoint answered 400 invalid_grant and gave no token.');
    expect(answer?.description).toHaveLength(300);
    expect(JSON.stringify(answer)).not.toContain('SECRET');
  });

  it('knows outages, which say nothing about a connection', () => {
    expect(['throttled', 'provider_down'].every(isOutage)).toBe(true);
    expect([null, 'auth_dead', 'auth_transient', 'misconfigured', 'refresh_interrupted'].some(isOutage)).toBe(false);
  });
});
