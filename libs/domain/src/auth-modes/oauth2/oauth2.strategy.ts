import { Injectable } from '@nestjs/common';
import type { AuthStrategy } from '../auth-strategy.js';
import { OAuth2Authorization } from './oauth2-authorization.js';
import { OAuth2Renewal } from './oauth2-renewal.js';
import { OAuth2Revocation } from './oauth2-revocation.js';
import { outboundInstallation } from './outbound-installation.js';

/** OAuth 2 with a person's consent (RFC 6749, section 4.1). */
@Injectable()
export class OAuth2Strategy implements AuthStrategy {
  readonly modes = ['OAUTH2'] as const;
  readonly direct = outboundInstallation;

  constructor(
    readonly redirect: OAuth2Authorization,
    readonly renewal: OAuth2Renewal,
    readonly revocation: OAuth2Revocation,
  ) {}
}
