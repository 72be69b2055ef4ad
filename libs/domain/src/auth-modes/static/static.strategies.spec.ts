import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { authSubject } from '../../testing/auth-subject.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { BasicStrategy } from './basic.strategy.js';
import { TokenBasedStrategy } from './token-based.strategy.js';
import { UnauthenticatedStrategy } from './unauthenticated.strategy.js';

const STRATEGIES = {
  API_KEY: new ApiKeyStrategy(),
  BASIC: new BasicStrategy(),
  TBA: new TokenBasedStrategy(),
  NONE: new UnauthenticatedStrategy(),
};

const app = { client_id: 'ck', client_secret: 'cs' };

function obtain(
  mode: keyof typeof STRATEGIES,
  input: Record<string, unknown>,
  more: Partial<Provider> = {},
  own = app,
) {
  const subject = authSubject({ provider: { auth_mode: mode, ...more }, app: own });
  return STRATEGIES[mode].direct.obtain(subject, input, AbortSignal.timeout(1_000));
}

describe('credentials that are used as they are typed in', () => {
  it.each([
    ['API_KEY', { apiKey: ' k ' }, { type: 'API_KEY', apiKey: ' k ' }],
    ['API_KEY', { apiKey: 'k', type: 'API_KEY' }, { type: 'API_KEY', apiKey: 'k' }],
    ['BASIC', { username: 'u', password: 'p' }, { type: 'BASIC', username: 'u', password: 'p' }],
    ['BASIC', { username: 'u' }, { type: 'BASIC', username: 'u', password: '' }],
    [
      'TBA',
      { token_id: 'i', token_secret: 's' },
      { type: 'TBA', token_id: 'i', token_secret: 's', config_override: {} },
    ],
    [
      'TBA',
      { token_id: 'i', token_secret: 's', oauth_client_id_override: 'own', oauth_client_secret_override: 'mine' },
      { type: 'TBA', token_id: 'i', token_secret: 's', config_override: { client_id: 'own', client_secret: 'mine' } },
    ],
    ['NONE', {}, { type: 'NONE' }],
  ] as const)('%s takes %j', async (mode, input, credentials) => {
    expect(await obtain(mode, input)).toEqual({ credentials, expiresAt: null, connectionConfig: {}, isRotated: null });
  });

  it.each([
    ['API_KEY', {}, ['apiKey']],
    ['API_KEY', { apiKey: 'k', apikey: 'k' }, ['apikey']],
    ['API_KEY', { apiKey: 7 }, ['apiKey']],
    ['BASIC', { password: 'p' }, ['username']],
    ['TBA', { token: 'x' }, ['token', 'token_id', 'token_secret']],
    ['NONE', { apiKey: 'k' }, ['apiKey']],
  ] as const)('%s refuses %j and names every problem', async (mode, input, paths) => {
    const error = {
      code: 'invalid_body',
      details: { errors: paths.map((path) => expect.objectContaining({ path: [path] })) },
    };
    await expect(obtain(mode, input)).rejects.toMatchObject(error);
  });

  it('goes by the fields of the definition', async () => {
    const credentials = {
      username: { type: 'string' as const, title: 'Account SID', pattern: 'AC[0-9]+' },
      region: { type: 'string' as const, title: 'Region', default_value: 'eu' },
      token: { type: 'string' as const, title: 'Made by the gateway', automated: true },
    };
    const obtained = await obtain('BASIC', { username: 'AC1' }, { credentials });
    expect(obtained.credentials).toEqual({ type: 'BASIC', username: 'AC1', password: '', region: 'eu' });
    const wrong = obtain('BASIC', { username: 'SK1', token: 'forged' }, { credentials });
    await expect(wrong).rejects.toMatchObject({ details: { errors: [{ path: ['token'] }, { path: ['username'] }] } });
  });

  it.each([
    [{}, 'missing_client_id'],
    [{ client_id: 'ck' }, 'missing_client_secret'],
  ])('says that an app %j cannot sign', async (own, code) => {
    const input = { token_id: 'i', token_secret: 's' };
    await expect(obtain('TBA', input, {}, own as typeof app)).rejects.toMatchObject({ code });
  });
});
