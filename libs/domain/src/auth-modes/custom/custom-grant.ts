import type { CredentialsOf } from '@svc/contracts';
import type { InstallationToken } from '../app/installation-tokens.service.js';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import { USER_CREDENTIALS } from './user-credentials.js';

/** Both tokens as one set of credentials, which is renewed when the first of them ends. */
export function customGrant(
  { token, body, expiresAt }: InstallationToken,
  user: CredentialsOf<'OAUTH2'> | undefined,
): Pick<ObtainedCredentials, 'credentials' | 'expiresAt'> {
  const userEnd = user?.refresh_token && user.expires_at ? new Date(user.expires_at) : null;
  return {
    credentials: {
      type: 'CUSTOM',
      access_token: token,
      ...(expiresAt && { expires_at: expiresAt.toISOString() }),
      raw: { ...body },
      ...(user && { [USER_CREDENTIALS]: user }),
    },
    expiresAt:
      expiresAt && userEnd ? new Date(Math.min(expiresAt.getTime(), userEnd.getTime())) : (expiresAt ?? userEnd),
  };
}
