import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUTH_MODES, DIRECT_ROUTES, type AuthMode } from '@svc/contracts';
import { AuthModes } from '@svc/domain';
import { ApiUnderTest } from '../testing/api-under-test.js';

describe('auth modes', () => {
  let api: ApiUnderTest;
  let modes: AuthModes;

  beforeAll(async () => {
    api = await ApiUnderTest.start();
    modes = api.app.get(AuthModes, { strict: false });
  });
  afterAll(() => api.close(), 60_000);

  it.each(AUTH_MODES)('%s has a strategy for the way in which it is connected', (mode: AuthMode) => {
    const { redirect, direct } = modes.for(mode);
    const isTypedIn = DIRECT_ROUTES.some((route) => route.mode === mode && !route.isOutbound);
    expect(isTypedIn ? direct : redirect).toBeDefined();
  });

  it('OAUTH2 also waits for accounts that are connected from the provider’s side', () => {
    expect(modes.for('OAUTH2').direct).toBeDefined();
  });
});
