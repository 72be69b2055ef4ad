import { isForm, oauth1Header } from '../../auth-modes/oauth1/oauth1-header.js';
import { appKeys } from './app-keys.js';
import type { AuthStrategy } from './auth-strategy.js';
import { credentialText } from './credential-text.js';

/** OAuth 1.0a, HMAC-SHA1 unless the provider says otherwise. */
export const oauth1Strategy: AuthStrategy = {
  signsBody: isForm,
  headers: (request, target) => {
    const { credentials } = target.connection;
    return oauth1Header(request, {
      consumer: appKeys(target),
      token: {
        key: credentialText(credentials, 'oauth_token'),
        secret: credentialText(credentials, 'oauth_token_secret'),
      },
      signatureMethod: target.provider.signature_method ?? 'HMAC-SHA1',
    });
  },
};
