import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { InstallationToken } from './installation-tokens.service.js';

/** An installation's token as credentials. */
export const appGrant = ({
  token,
  body,
  expiresAt,
}: InstallationToken): Omit<ObtainedCredentials, 'connectionConfig'> => ({
  credentials: {
    type: 'APP',
    access_token: token,
    ...(expiresAt && { expires_at: expiresAt.toISOString() }),
    raw: { ...body },
  },
  expiresAt,
  isRotated: false,
});
