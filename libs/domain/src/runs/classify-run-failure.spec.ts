import { describe, expect, it } from '@jest/globals';
import type { RunFailure } from '@svc/contracts';
import { classifyRunFailure } from './classify-run-failure.js';

const upstream = (status: number): Partial<RunFailure> => ({
  type: 'upstream_http_error',
  upstream: { status, headers: {}, body: null },
});
const refused = (code: string, details?: object): Partial<RunFailure> => ({
  type: 'function_error',
  name: 'GatewayError',
  payload: { code, details },
});
const authDead = (reason: string): Partial<RunFailure> => ({
  type: 'auth_dead',
  name: 'GatewayError',
  payload: { code: 'invalid_credentials', details: { reason } },
});

describe('classifyRunFailure', () => {
  it.each<[string, Partial<RunFailure>, string]>([
    ['a thrown error', { type: 'function_error' }, 'function-error'],
    ['an ActionError', { type: 'action_error' }, 'function-error'],
    ['too much memory', { type: 'out_of_memory' }, 'function-error'],
    ['a run that takes too long', { type: 'wall_time_exceeded' }, 'function-error'],
    ['no answer from the provider', { type: 'network_error' }, 'provider-down'],
    ['a 503 of the provider', upstream(503), 'provider-down'],
    ['a 429 of the provider', upstream(429), 'throttled'],
    ['a 401 of the provider', upstream(401), 'auth-transient'],
    ['a 404 of the provider', upstream(404), 'function-error'],
    ['a limit of the gateway', { type: 'throttled' }, 'throttled'],
    ['a runner that died', { type: 'platform' }, 'platform'],
    ['an authorization that was withdrawn', authDead('auth_dead'), 'auth-dead'],
    ['a refresh that is exhausted', authDead('exhausted'), 'auth-dead'],
    ['a refresh that met an outage', authDead('provider_down'), 'provider-down'],
    ['a refresh that was throttled', authDead('throttled'), 'throttled'],
    [
      'a refresh that cools down after an outage',
      refused('connection_refresh_backoff', { reason: 'cooldown', last_failure: 'provider_down' }),
      'provider-down',
    ],
    ['a refresh that cools down', refused('connection_refresh_backoff', { reason: 'cooldown' }), 'auth-transient'],
    ['a failure inside the gateway', refused('server_error'), 'platform'],
    ['a gateway that is overloaded', refused('service_unavailable'), 'platform'],
    ['a record that was refused', refused('invalid_sync_record'), 'function-error'],
    [
      'a thrown object that looks like a refusal',
      { type: 'function_error', name: 'NonError', payload: { code: 'server_error' } },
      'function-error',
    ],
  ])('%s', (_what, failure, expected) => {
    expect(classifyRunFailure({ type: 'function_error', name: 'Error', ...failure })).toBe(expected);
  });
});
