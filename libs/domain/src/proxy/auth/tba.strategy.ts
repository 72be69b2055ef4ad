import { AppError } from '@svc/errors';
import { isForm, oauth1Header } from '../../auth-modes/oauth1/oauth1-header.js';
import { appKeys } from './app-keys.js';
import type { AuthStrategy } from './auth-strategy.js';
import { credentialText } from './credential-text.js';

/** Token-based authentication: OAuth 1.0a, HMAC-SHA256, with the account as realm (wire contract, section 7). */
export const tbaStrategy: AuthStrategy = {
  signsBody: isForm,
  headers: (request, target) => {
    const { credentials, connectionConfig } = target.connection;
    const { accountId } = connectionConfig;
    if (typeof accountId !== 'string') {
      throw new AppError(
        'unsupported_auth',
        'The connection has no connection_config.accountId, which is the realm of its signature.',
      );
    }
    return oauth1Header(request, {
      consumer: appKeys(target),
      token: { key: credentialText(credentials, 'token_id'), secret: credentialText(credentials, 'token_secret') },
      signatureMethod: 'HMAC-SHA256',
      realm: accountId.toUpperCase().replace('-', '_'),
    });
  },
};
