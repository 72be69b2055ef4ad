import type { AuthStrategy } from './auth-strategy.js';
import { credentialText } from './credential-text.js';

/** A field of the credentials as bearer token. */
export const bearerStrategy = (field: string): AuthStrategy => ({
  signsBody: () => false,
  headers: (_, { connection: { credentials } }) => ({ authorization: `Bearer ${credentialText(credentials, field)}` }),
});
