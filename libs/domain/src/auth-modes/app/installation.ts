import { AuthorizationDenied } from '../authorization-denied.js';
import type { AuthSubject } from '../auth-subject.js';
import { browserUrl } from '../browser-url.js';
import { missing } from '../oauth2/oauth2-client.js';
import { publicContext } from '../public-context.js';
import type { AuthorizationCallback, AuthorizationRequest } from '../redirect-authorization.js';
import { appIdOf } from './app-jwt.service.js';

/**
 * The address at which people install the app. Where it sends them afterwards is set at the provider.
 *
 * @throws AppError `missing_client_id`, `missing_client_secret`, `invalid_body`
 */
export function installationUrl(subject: AuthSubject, request: AuthorizationRequest): string {
  const { app_link: link, private_key: key } = subject.integration.credentials;
  const appId = appIdOf(subject);
  if (!key) throw missing(subject, 'missing_client_secret', 'private_key');
  if (!link && subject.provider.authorization_url?.includes('${appLink}'))
    throw missing(subject, 'missing_client_id', 'app_link');
  const context = publicContext(subject, { appId, ...(link && { appLink: link.replace(/\/+$/, '') }) });
  return browserUrl(subject, context, request, { state: request.state });
}

/** What the provider says of an installation. */
export type Installation = { readonly kind: 'installed'; readonly id: string } | { readonly kind: 'pending' };

/**
 * Reads the callback of an installation. `request`: an owner has to approve it.
 *
 * @throws AuthorizationDenied
 */
export function installationOf({ query }: Pick<AuthorizationCallback, 'query'>): Installation {
  const { error, error_description, setup_action: action, installation_id: id } = query;
  if (error) throw new AuthorizationDenied(error, error_description);
  if (action === 'request') return { kind: 'pending' };
  if (id) return { kind: 'installed', id };
  throw new AuthorizationDenied('invalid_callback', 'The provider sent the browser back without "installation_id".');
}
