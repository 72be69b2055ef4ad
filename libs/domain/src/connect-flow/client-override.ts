import type { OauthConnectQuery } from '@svc/contracts';
import type { ClientOverride } from '../auth-modes/redirect-authorization.js';

/** An app of the customer's backend wins over one of the end user's, as a whole: a secret fits one id only. */
export function clientOverrideOf(
  own: OauthConnectQuery['credentials'],
  fixed: Readonly<Record<string, unknown>> | undefined,
): ClientOverride {
  const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
  const source: Readonly<Record<string, unknown>> = text(fixed?.['oauth_client_id_override'])
    ? { ...fixed }
    : { ...own };
  const id = text(source['oauth_client_id_override']);
  const secret = text(source['oauth_client_secret_override']);
  const refreshToken = text(own?.oauth_refresh_token_override);
  return {
    ...(id !== undefined && { client_id: id }),
    ...(secret !== undefined && { client_secret: secret }),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
}
