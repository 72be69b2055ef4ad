import { Injectable } from '@nestjs/common';
import type { Credentials } from '@svc/contracts';
import type { ObtainedCredentials } from '../obtained-credentials.js';
import type { Renewal, RenewalSubject } from '../renewal.js';
import { appGrant } from './app-grant.js';
import { InstallationTokens } from './installation-tokens.service.js';

/** One more token for the installation. */
@Injectable()
export class AppRenewal implements Renewal {
  readonly isRepeatable = true;

  constructor(private readonly tokens: InstallationTokens) {}

  canRenew(credentials: Credentials): boolean {
    return credentials.type === 'APP';
  }

  async renew(subject: RenewalSubject, signal: AbortSignal): Promise<ObtainedCredentials> {
    return { ...appGrant(await this.tokens.ask(subject, signal)), connectionConfig: {} };
  }
}
