import { AppError } from '@svc/errors';

/**
 * The token of a connect session in the query of an address that a browser opens.
 *
 * @throws {AppError} 401 when there is none.
 */
export function sessionTokenIn(query: unknown): string {
  const given: Readonly<Record<string, unknown>> = Object(query);
  const token = given['connect_session_token'];
  if (typeof token === 'string' && token !== '') return token;
  if (given['public_key'] !== undefined || given['hmac'] !== undefined) {
    throw new AppError(
      'deprecated_authentication',
      'public_key and hmac are not supported: create a session with POST /connect/sessions and send its token as connect_session_token.',
    );
  }
  throw new AppError(
    'invalid_connect_session_token_format',
    `connect_session_token is ${Array.isArray(token) ? 'given several times' : 'missing'}: send the token of a session that POST /connect/sessions made${Array.isArray(token) ? ', once' : ''}.`,
  );
}
