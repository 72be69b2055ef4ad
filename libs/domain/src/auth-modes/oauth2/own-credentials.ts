import type { CredentialsOf } from '@svc/contracts';
import type { ClientOverride } from '../redirect-authorization.js';

/** What a connection keeps of an app of its own: it renews with the app that it was authorized by. */
export function ownCredentials({
  client_id: id,
  client_secret: secret,
  refresh_token: refreshToken,
}: ClientOverride): Pick<CredentialsOf<'OAUTH2'>, 'config_override' | 'refresh_token'> {
  const override = { ...(id && { client_id: id }), ...(secret && { client_secret: secret }) };
  return {
    ...(Object.keys(override).length > 0 && { config_override: override }),
    ...(refreshToken && { refresh_token: refreshToken }),
  };
}
