import type { DirectAuthorization } from '../direct-authorization.js';

/**
 * The account is connected from the provider's side (`installation: outbound`): the connection is there first, without a
 * token, and can be found by what the provider sends. Calls say that it waits.
 */
export const outboundInstallation: DirectAuthorization = {
  obtain: async () => ({
    credentials: { type: 'OAUTH2', access_token: '', raw: {} },
    expiresAt: null,
    connectionConfig: {},
    isRotated: null,
  }),
};
