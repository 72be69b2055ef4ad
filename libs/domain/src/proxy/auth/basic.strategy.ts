import type { AuthStrategy } from './auth-strategy.js';
import { credentialText } from './credential-text.js';

/** User name and password in the Basic scheme. */
export const basicStrategy: AuthStrategy = {
  signsBody: () => false,
  headers: (_, { connection: { credentials } }) => {
    const pair = `${credentialText(credentials, 'username')}:${credentialText(credentials, 'password')}`;
    return { authorization: `Basic ${Buffer.from(pair, 'utf8').toString('base64')}` };
  },
};
