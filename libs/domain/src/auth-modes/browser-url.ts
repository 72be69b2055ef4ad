import { interpolateQuery, interpolateUrl, type InterpolationContext } from '@svc/providers';
import type { AuthSubject } from './auth-subject.js';
import type { AuthorizationRequest } from './redirect-authorization.js';

type Params = Readonly<Record<string, string>>;

/** A caller's way to take a parameter out of the definition (wire contract, section 6). */
const REMOVED = 'undefined';

/** The definition's parameters with the caller's laid over them. */
export const authorizationParams = (
  { provider }: Pick<AuthSubject, 'provider'>,
  context: InterpolationContext,
  given: Params,
): Params =>
  Object.fromEntries(
    Object.entries({ ...interpolateQuery(provider.authorization_params, context), ...given }).filter(
      ([, value]) => value !== REMOVED,
    ),
  );

/**
 * The definition's address for the browser with its parameters and those that belong to the flow, which win. For modes that
 * are not OAuth 2.
 *
 * @throws AppError `invalid_body` when a value for the address is missing.
 */
export function browserUrl(
  subject: AuthSubject,
  context: InterpolationContext,
  { authorizationParams: given }: Pick<AuthorizationRequest, 'authorizationParams'>,
  ofFlow: Params,
): string {
  const url = new URL(interpolateUrl(subject.provider.authorization_url ?? '', context, { code: 'invalid_body' }));
  const params = { ...authorizationParams(subject, context, given), ...ofFlow };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.toString();
}
