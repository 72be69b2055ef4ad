import { describe, expect, it } from '@jest/globals';
import { readTokenBody } from './token-answer.js';
import { isOutage, passes, tokenFailureOf, type GrantOwner } from './token-failure.js';

const failure = (status: number, body: unknown, owner: GrantOwner = 'user') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers: {}, text, json: typeof body === 'string' ? undefined : body };
  return tokenFailureOf(answer, readTokenBody(answer), owner);
};

describe('tokenFailureOf', () => {
  it.each([
    [400, { error: 'invalid_grant' }, 'auth_dead'],
    [400, { error: 'unauthorized_client' }, 'auth_transient'],
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

  it.each([
    [
      'Google, revoked',
      400,
      { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      'auth_dead',
    ],
    ['Google, to sign in anew', 400, { error: 'invalid_grant', error_subtype: 'invalid_rapt' }, 'auth_dead'],
    [
      'Microsoft, unused for too long',
      400,
      { error: 'invalid_grant', error_codes: [700082], suberror: 'bad_token' },
      'auth_dead',
    ],
    ['Microsoft, a second factor', 400, { error: 'interaction_required', error_codes: [50076] }, 'auth_dead'],
    ['Microsoft, the secret ran out', 401, { error: 'invalid_client', error_codes: [7000222] }, 'auth_transient'],
    ['Microsoft, another app', 400, { error: 'invalid_grant', suberror: 'client_mismatch' }, 'auth_transient'],
    ['Microsoft, busy', 400, { error: 'invalid_grant', error_codes: [90055] }, 'throttled'],
    ['Microsoft, broken', 400, { error: 'invalid_grant', error_codes: [90033] }, 'provider_down'],
    ['HubSpot', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }, 'auth_dead'],
    ['HubSpot, the app', 400, { status: 'BAD_CLIENT_ID', message: 'missing or unknown client id' }, 'auth_transient'],
    ['Salesforce, user gone', 400, { error: 'invalid_grant', error_description: 'inactive user' }, 'auth_dead'],
    [
      'Salesforce, login hours',
      400,
      { error: 'invalid_grant', error_description: 'ip restricted or invalid login hours' },
      'auth_transient',
    ],
    ['Salesforce, too often', 400, { error: 'invalid_grant', error_description: 'login rate exceeded' }, 'throttled'],
    ['Salesforce, itself', 400, { error: 'unknown_error', error_description: 'retry your request' }, 'provider_down'],
    ['Slack', 200, { ok: false, error: 'invalid_refresh_token' }, 'auth_dead'],
    ['Slack, account gone', 200, { ok: false, error: 'account_inactive' }, 'auth_dead'],
    ['Slack, the app', 200, { ok: false, error: 'bad_client_secret' }, 'auth_transient'],
    [
      'GitHub',
      200,
      { error: 'bad_refresh_token', error_description: 'The refresh token passed is incorrect or expired.' },
      'auth_dead',
    ],
    ['GitHub, the app', 200, { error: 'incorrect_client_credentials' }, 'auth_transient'],
    ['Xero, the app', 400, { error: 'unauthorized_client' }, 'auth_transient'],
    [
      'QuickBooks',
      400,
      { error: 'invalid_grant', error_description: 'Incorrect or invalid refresh token' },
      'auth_dead',
    ],
    ['Zoho', 200, { error: 'invalid_code' }, 'auth_dead'],
    [
      'Zoho, too often',
      400,
      { error: 'Access Denied', error_description: 'You have made too many requests continuously.', status: 'failure' },
      'throttled',
    ],
    ['Atlassian', 403, { error: 'unauthorized_client', error_description: 'refresh_token is invalid' }, 'auth_dead'],
    ['Atlassian, denied', 403, { error: 'access_denied', error_description: 'Unauthorized' }, 'auth_transient'],
    ['X', 400, { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' }, 'auth_dead'],
    ['Zoom', 401, { reason: 'Invalid Token!', error: 'invalid_request' }, 'auth_dead'],
    [
      'Shopify',
      400,
      { error: 'invalid_request', error_description: 'This request requires an active refresh_token' },
      'auth_dead',
    ],
    [
      'Facebook',
      400,
      { error: { message: 'Error validating access token', type: 'OAuthException', code: 190 } },
      'auth_dead',
    ],
    [
      'Facebook, too often',
      400,
      { error: { message: 'Application request limit: too many requests', code: 4 } },
      'throttled',
    ],
    [
      'a field that is missing',
      400,
      { error: 'invalid_request', error_description: 'Missing refresh_token parameter' },
      'auth_transient',
    ],
  ])('%s: %i %j is %s', (_, status, body, kind) => {
    expect(failure(status, body).kind).toBe(kind);
  });

  it.each([
    ['120', 120_000],
    ['Sat, 01 Jan 2000 00:00:00 GMT', 0],
    ['soon', undefined],
  ])('reads Retry-After: %s', (header, retryAfterMs) => {
    const answer = { status: 429, headers: { 'retry-after': header }, text: '', json: undefined };
    expect(tokenFailureOf(answer, undefined, 'user').answer?.retryAfterMs).toBe(retryAfterMs);
  });

  it('repeats what passes, and nothing that only a person can mend', () => {
    expect((['throttled', 'provider_down', 'auth_transient'] as const).every(passes)).toBe(true);
    expect((['auth_dead', 'misconfigured', 'refresh_interrupted'] as const).some(passes)).toBe(false);
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
