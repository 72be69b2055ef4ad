import { describe, expect, it } from '@jest/globals';
import { AUTH_MODES, DIRECT_ROUTES } from '@svc/contracts';
import { directBodyOf, directRouteOf } from './auth-route.js';

/** Modes in which the person goes to the provider (wire contract, section 6). */
const BY_BROWSER = ['OAUTH2', 'OAUTH1', 'APP', 'CUSTOM', 'MCP_OAUTH2', 'MCP_OAUTH2_GENERIC', 'INSTALL_PLUGIN'];

describe('directRouteOf', () => {
  it.each(DIRECT_ROUTES.map(({ path, mode, isOutbound }) => [path, mode, isOutbound] as const))(
    'finds /%s for %s',
    (path, mode, isOutbound) => {
      const installation = isOutbound ? 'outbound' : undefined;
      expect(directRouteOf({ auth_mode: mode, installation }, 'my key/ü')).toBe(`/${path}/my%20key%2F%C3%BC`);
    },
  );

  it('knows what to do in every mode', () => {
    const byBrowser = AUTH_MODES.filter((mode) => directRouteOf({ auth_mode: mode }, 'x') === undefined);
    expect(new Set(byBrowser)).toEqual(new Set(BY_BROWSER));
  });
});

describe('directBodyOf', () => {
  const TYPED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    API_KEY: { apiKey: 'k' },
    BASIC: { username: 'u' },
    OAUTH2_CC: { client_id: 'i', client_secret: 's' },
    TBA: { token_id: 'i', token_secret: 's' },
    TWO_STEP: { username: 'u', assertionOption: { level: '2' } },
    JWT: { privateKey: 'p' },
    BILL: { username: 'u', password: 'p', organization_id: 'o', dev_key: 'd' },
    SIGNATURE: { username: 'u', password: 'p' },
    AWS_SIGV4: { role_arn: 'arn' },
    OAUTH2: {},
    NONE: {},
  };

  it.each(DIRECT_ROUTES.map(({ mode, body }) => [mode, body] as const))(
    'is what the gateway takes for %s',
    (mode, body) => {
      const sent = directBodyOf({ auth_mode: mode }, TYPED[mode] ?? {});
      expect(body.safeParse(sent === undefined ? undefined : JSON.parse(JSON.stringify(sent)))).toMatchObject({
        success: true,
      });
    },
  );
});
