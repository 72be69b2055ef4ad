import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import type { DirectAuthorization } from '../direct-authorization.js';
import { captureFrom } from '../oauth2/captured-values.js';
import { credentialFieldsOf } from '../typed-in/default-fields.js';
import { readFields } from '../typed-in/read-fields.js';
import { withCertificate } from './client-certificate.js';
import { OAuth2ClientCredentialsRenewal } from './oauth2-client-credentials-renewal.js';

/** OAuth 2 by an app of the connection's own (RFC 6749, section 4.4), known by a secret or a certificate (RFC 8705). */
@Injectable()
export class OAuth2ClientCredentialsStrategy implements AuthStrategy {
  readonly modes = ['OAUTH2_CC'] as const;

  constructor(readonly renewal: OAuth2ClientCredentialsRenewal) {}

  readonly direct: DirectAuthorization = {
    obtain: async (subject, input, signal) => {
      const { provider } = subject;
      const fields = withCertificate(readFields(credentialFieldsOf(provider), input));
      const typed = { client_id: '', client_secret: '', ...fields, type: 'OAUTH2_CC' as const, token: '', raw: {} };
      const obtained = await this.renewal.renew({ ...subject, credentials: typed }, signal);
      const captured = captureFrom(obtained.credentials['raw'], provider.token_response_metadata);
      return { ...obtained, connectionConfig: captured };
    },
  };
}
