import { describe, expect, it } from '@jest/globals';
import { toStored, withKnownLife } from './stored-credentials.js';

const END = '2035-01-01T00:00:00.000Z';

describe('toStored', () => {
  it('OAUTH2 keeps the app of the connection and what the provider would have answered', () => {
    const imported = {
      type: 'OAUTH2' as const,
      access_token: 'a',
      refresh_token: 'r',
      expires_at: Date.parse(END) / 1000,
    };
    expect(toStored(imported, { client_id: 'i', client_secret: 's' })).toEqual({
      credentials: {
        type: 'OAUTH2',
        access_token: 'a',
        refresh_token: 'r',
        expires_at: END,
        raw: { access_token: 'a', refresh_token: 'r' },
        config_override: { client_id: 'i', client_secret: 's' },
      },
      expiresAt: new Date(END),
      config: {},
    });
  });

  it('an override in the credentials wins over one in the configuration', () => {
    const imported = { type: 'OAUTH2' as const, access_token: 'a', config_override: { client_id: 'inner' } };
    expect(toStored(imported, { client_id: 'outer', client_secret: 's' }).credentials).toMatchObject({
      config_override: { client_id: 'inner', client_secret: 's' },
    });
  });

  it('OAUTH1, TBA and APP', () => {
    expect(toStored({ type: 'OAUTH1', oauth_token: 't', oauth_token_secret: 's' }, {})).toEqual({
      credentials: {
        type: 'OAUTH1',
        oauth_token: 't',
        oauth_token_secret: 's',
        raw: { oauth_token: 't', oauth_token_secret: 's' },
      },
      expiresAt: null,
      config: {},
    });
    expect(toStored({ type: 'TBA', token_id: 't', token_secret: 's' }, { client_id: 'i' }).credentials).toEqual({
      type: 'TBA',
      token_id: 't',
      token_secret: 's',
      config_override: { client_id: 'i' },
    });
    expect(toStored({ type: 'APP', app_id: '1', installation_id: '2' }, {})).toEqual({
      credentials: { type: 'APP', raw: {} },
      expiresAt: null,
      config: { app_id: '1', installation_id: '2' },
    });
  });
});

describe('withKnownLife', () => {
  const imported = { type: 'OAUTH2' as const, access_token: 'a', refresh_token: 'r' };
  const lifeMs = 3_600_000;
  const nowMs = Date.parse('2035-01-01T00:00:00Z');
  const endOf = (credentials: Parameters<typeof toStored>[0], life?: number) =>
    withKnownLife(toStored(credentials, {}), { token_expires_in_ms: life }, nowMs).expiresAt?.getTime();

  it('gives an end to a token that came without one and can be renewed, where the definition knows how long it lives', () => {
    expect(endOf(imported, lifeMs)).toBe(nowMs + lifeMs);
    expect(endOf({ ...imported, expires_at: END }, lifeMs)).toBe(Date.parse(END));
    expect(endOf({ type: 'OAUTH2', access_token: 'a' }, lifeMs)).toBeUndefined();
    expect(endOf(imported)).toBeUndefined();
  });
});
