import { describe, expect, it } from '@jest/globals';
import type { Provider } from '@svc/contracts';
import { toGrant } from './oauth2-grant.js';

const LIFE_MS = 3_600_000;

const provider = (over: Partial<Provider> = {}): Provider => ({
  name: 'p',
  display_name: 'P',
  docs: '',
  auth_mode: 'OAUTH2',
  logo_url: '',
  ...over,
});

const endsInMs = (answer: object, over?: Partial<Provider>): number | undefined => {
  const { expiresAt } = toGrant(provider(over), { token: 't', body: { access_token: 't', ...answer } });
  return expiresAt ? expiresAt.getTime() - Date.now() : undefined;
};

describe('the end of a token', () => {
  it('is what the answer says', () => {
    const life = endsInMs({ refresh_token: 'r', expires_in: 60 }, { token_expires_in_ms: LIFE_MS });
    expect(life).toBeLessThanOrEqual(60_000);
  });

  it('is what the definition knows where the answer is silent, so that the token is renewed', () => {
    expect(endsInMs({ refresh_token: 'r' }, { token_expires_in_ms: LIFE_MS })).toBeGreaterThan(LIFE_MS - 60_000);
  });

  it('is unknown where nobody says it, and where nothing can renew it', () => {
    expect(endsInMs({ refresh_token: 'r' })).toBeUndefined();
    expect(endsInMs({}, { token_expires_in_ms: LIFE_MS })).toBeUndefined();
  });
});
