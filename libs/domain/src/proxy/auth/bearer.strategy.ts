import { AppError } from '@svc/errors';
import type { AuthStrategy } from './auth-strategy.js';
import { credentialText } from './credential-text.js';

/** A field of the credentials as bearer token. */
export const bearerStrategy = (field: string): AuthStrategy => ({
  signsBody: () => false,
  headers: (_, { connection: { credentials, connectionId } }) => {
    const token = credentialText(credentials, field);
    if (token !== '') return { authorization: `Bearer ${token}` };
    throw new AppError(
      'unsupported_auth',
      `The connection "${connectionId}" has no token yet: it waits for the account to be connected from the provider's side.`,
    );
  },
});
