import type { AuthStrategy } from './auth-strategy.js';
import { bearerStrategy } from './bearer.strategy.js';

const bearer = bearerStrategy('token');

/**
 * A token of the provider's own kind (TWO_STEP, WSSE) as bearer token, unless the provider's own headers carry it, or a
 * cookie does.
 */
export const exchangedTokenStrategy: AuthStrategy = {
  signsBody: () => false,
  headers: (request, target) => {
    const headers = Object.entries(target.provider.proxy?.headers ?? {});
    const carriesToken = headers.some(([name, value]) => name === 'cookie' || value.includes('accessToken'));
    return carriesToken ? {} : bearer.headers(request, target);
  },
};
