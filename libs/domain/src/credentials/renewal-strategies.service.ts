import { Injectable } from '@nestjs/common';
import type { AuthMode } from '@svc/contracts';
import { OAuth2ClientCredentialsRenewal } from './oauth2-client-credentials-renewal.js';
import { OAuth2Renewal } from './oauth2-renewal.js';
import type { RenewalStrategy } from './renewal-strategy.js';

/** Which strategy renews which auth mode. A mode without one is never renewed. */
@Injectable()
export class RenewalStrategies {
  private readonly byMode: ReadonlyMap<AuthMode, RenewalStrategy>;

  constructor(oauth2: OAuth2Renewal, clientCredentials: OAuth2ClientCredentialsRenewal) {
    this.byMode = new Map<AuthMode, RenewalStrategy>([
      ['OAUTH2', oauth2],
      ['OAUTH2_CC', clientCredentials],
    ]);
  }

  for(mode: AuthMode): RenewalStrategy | undefined {
    return this.byMode.get(mode);
  }
}
