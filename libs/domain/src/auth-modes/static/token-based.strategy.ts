import { Injectable } from '@nestjs/common';
import type { CredentialsOf, InputFields } from '@svc/contracts';
import type { AuthStrategy } from '../auth-strategy.js';
import type { AuthSubject } from '../auth-subject.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { missing } from '../oauth2/oauth2-client.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';
import { lasting } from './lasting.js';

type AppOverride = CredentialsOf<'TBA'>['config_override'];

/** An app of the connection's own instead of the integration's. */
const OVERRIDE_FIELDS: InputFields = {
  oauth_client_id_override: { type: 'string', title: 'Consumer key', optional: true },
  oauth_client_secret_override: { type: 'string', title: 'Consumer secret', optional: true, secret: true },
};

/** Token-based authentication: a token pair that the account's administrator made; the proxy signs with it. */
@Injectable()
export class TokenBasedStrategy implements AuthStrategy {
  readonly modes = ['TBA'] as const;

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input) => {
      const {
        token_id = '',
        token_secret = '',
        oauth_client_id_override: clientId,
        oauth_client_secret_override: clientSecret,
        ...others
      } = readFields({ ...OVERRIDE_FIELDS, ...credentialFieldsOf(subject.provider) }, input);
      const override = {
        ...(clientId !== undefined && { client_id: clientId }),
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
      };
      checkApp(subject, override);
      return lasting({ ...others, type: 'TBA', token_id, token_secret, config_override: override });
    },
  };
}

/** A request is signed with the app's secret too. */
function checkApp(subject: AuthSubject, override: AppOverride): void {
  const { client_id: id, client_secret: secret } = { ...subject.integration.credentials, ...override };
  if (!id) throw missing(subject, 'missing_client_id', 'client_id');
  if (!secret) throw missing(subject, 'missing_client_secret', 'client_secret');
}
