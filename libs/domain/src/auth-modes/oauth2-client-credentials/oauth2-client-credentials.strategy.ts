import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import { OAuth2ClientCredentialsRenewal } from './oauth2-client-credentials-renewal.js';

/** OAuth 2 by an app of the connection's own (RFC 6749, section 4.4). */
@Injectable()
export class OAuth2ClientCredentialsStrategy implements AuthStrategy {
  readonly modes = ['OAUTH2_CC'] as const;

  constructor(readonly renewal: OAuth2ClientCredentialsRenewal) {}
}
