import type { Provider } from '@svc/contracts';
import { AuthorizationResponseError, skipStateCheck, validateAuthResponse } from 'oauth4webapi';
import { AuthorizationDenied } from '../authorization-denied.js';
import type { AuthorizationCallback } from '../redirect-authorization.js';

export interface CallbackRules {
  /** Who must have answered, where that is known (RFC 9207). */
  readonly issuer?: string | undefined;
  /** Whether the answer must say who gave it. */
  readonly namesIssuer?: boolean;
}

/**
 * The authorization code of a callback. The state was checked when the attempt was found by it.
 *
 * @throws AuthorizationDenied when the provider refused, when somebody else answered, or when there is no code.
 */
export function codeOf(
  { authorization_code_param_in_callback: name = 'code' }: Pick<Provider, 'authorization_code_param_in_callback'>,
  { query }: Pick<AuthorizationCallback, 'query'>,
  { issuer = query['iss'] ?? 'unknown', namesIssuer = false }: CallbackRules = {},
): string {
  const server = { issuer, authorization_response_iss_parameter_supported: namesIssuer };
  try {
    validateAuthResponse(server, { client_id: 'unused' }, new URLSearchParams(query), skipStateCheck);
  } catch (error) {
    throw deniedBy(error);
  }
  const code = query[name];
  if (code) return code;
  throw new AuthorizationDenied('invalid_callback', `The provider sent the browser back without "${name}".`);
}

function deniedBy(error: unknown): AuthorizationDenied {
  if (error instanceof AuthorizationResponseError) return new AuthorizationDenied(error.error, error.error_description);
  return new AuthorizationDenied('invalid_callback', error instanceof Error ? error.message : String(error));
}
