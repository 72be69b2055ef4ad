import { AppError } from '@svc/errors';
import type { TypedCredentials } from '../proxy-target.js';

/**
 * A field of the credentials that must be there.
 *
 * @throws AppError `unsupported_auth` that names the field.
 */
export function credentialText(credentials: TypedCredentials, field: string): string {
  const value = credentials[field];
  if (typeof value === 'string') return value;
  throw new AppError(
    'unsupported_auth',
    `The connection's ${credentials.type} credentials have no "${field}". Reconnect it or import it again with all fields.`,
  );
}
