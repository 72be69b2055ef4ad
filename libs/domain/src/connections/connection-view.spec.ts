import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { viewConnection } from './connection-view.js';

const row = {
  id: 1,
  connectionId: 'c',
  credentialsVersion: 1,
  expiresAt: null,
  issuedAt: null,
  metadata: null,
  connectionConfig: {},
  tags: {},
  endUser: null,
  webhookUrl: null,
  errors: [],
  refreshSentAt: null,
  refreshRound: 0,
  refreshTokenRotates: null,
  refreshFailedAt: null,
  refreshFailedDays: 0,
  refreshFailureReason: null,
  refreshRetryAt: null,
  refreshTroubleId: null,
  lastFetchedAt: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const integration = { uniqueKey: 'k', provider: 'p' };
const SPELLINGS = ['refresh_token', 'refreshToken', 'REFRESH-TOKEN', 'Refresh Token', 'refresh.token'];

describe('viewConnection', () => {
  it('shows no refresh token, however it is spelled and however deep it stands', () => {
    const tree = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constant('x'),
        tie('object'),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
      object: fc.dictionary(
        fc.constantFrom(...SPELLINGS, 'a', 'token'),
        fc.oneof(fc.constant('SECRET'), tie('value')),
        { maxKeys: 3 },
      ),
    })).object;
    const property = fc.property(tree, (raw) => {
      const credentials = { type: 'OAUTH2' as const, access_token: 'a', refresh_token: 'SECRET', raw: Object(raw) };
      const keys =
        JSON.stringify(viewConnection(integration, row, { credentials }).credentials).match(/"[^"]+":/g) ?? [];
      expect(keys.filter((key) => /refresh.?token/i.test(key))).toEqual([]);
      expect(viewConnection(integration, row, { credentials, includesRefreshToken: true }).credentials).toEqual(
        credentials,
      );
    });
    fc.assert(property);
  });

  it('shows the own tokens of a person in the configuration, to those who may read credentials', () => {
    const user = { type: 'OAUTH2', access_token: 'u', refresh_token: 'SECRET', raw: {} };
    const credentials = { type: 'CUSTOM' as const, access_token: 'a', raw: {}, userCredentials: user };
    const { credentials: shown, connection_config: config } = viewConnection(integration, row, { credentials });
    expect(shown).toEqual({ type: 'CUSTOM', access_token: 'a', raw: {} });
    expect(config).toEqual({ userCredentials: { type: 'OAUTH2', access_token: 'u', raw: {} } });
    const all = viewConnection(integration, row, { credentials, includesRefreshToken: true });
    expect(all.connection_config).toEqual({ userCredentials: user });
    expect(viewConnection(integration, row, {}).connection_config).toEqual({});
  });

  it('leaves credentials out when there are none to show', () => {
    expect(viewConnection(integration, row, {})).not.toHaveProperty('credentials');
  });
});
