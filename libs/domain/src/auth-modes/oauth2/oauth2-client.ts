import { AppError } from '@svc/errors';
import type { AuthSubject } from '../auth-subject.js';
import type { ClientOverride } from '../redirect-authorization.js';
import type { TokenClient } from '../tokens/token-request.js';

type ClientSubject = Pick<AuthSubject, 'integration'>;

/** The app that asks: the connection's own one where it has one, else the integration's. */
export function clientOf({ integration: { credentials } }: ClientSubject, own: ClientOverride = {}): TokenClient {
  return {
    id: own.client_id || credentials['client_id'],
    secret: own.client_secret || credentials['client_secret'],
    privateKey: credentials['private_key'],
    certificate: credentials['certificate'],
  };
}

/**
 * The same, complete: with an id, and with what proves it unless the definition has a way of its own.
 *
 * @throws AppError `missing_client_id`, `missing_client_secret`
 */
export function completeClientOf(subject: AuthSubject, own: ClientOverride): TokenClient & { readonly id: string } {
  const client = clientOf(subject, own);
  const { id } = client;
  if (!id) throw missing(subject, 'missing_client_id', 'client_id');
  switch (subject.provider.token_request_auth_method) {
    case 'custom':
      break;
    case 'private_key_jwt':
      if (!client.privateKey) throw missing(subject, 'missing_client_secret', 'private_key');
      break;
    default:
      if (!client.secret) throw missing(subject, 'missing_client_secret', 'client_secret');
  }
  return { ...client, id };
}

/** The integration's credentials lack a field that nobody can connect without. */
export const missing = (
  { integration }: ClientSubject,
  code: 'missing_client_id' | 'missing_client_secret',
  field: string,
): AppError =>
  new AppError(
    code,
    `The integration "${integration.uniqueKey}" has no ${field}. Register an app with the provider and set it in the integration's credentials.`,
  );
