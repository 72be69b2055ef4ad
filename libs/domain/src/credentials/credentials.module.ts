import { Module } from '@nestjs/common';
import { LogsModule } from '../logs/logs.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { ConnectionAccess } from './connection-access.service.js';
import { ConnectionCredentialsService } from './connection-credentials.service.js';
import { CredentialRefresher } from './credential-refresher.service.js';
import { CredentialVault } from './credential-vault.service.js';
import { OAuth2ClientCredentialsRenewal } from './oauth2-client-credentials-renewal.js';
import { OAuth2Renewal } from './oauth2-renewal.js';
import { RefreshPoller } from './refresh-poller.service.js';
import { RefreshRecorder } from './refresh-recorder.service.js';
import { RefreshRunner } from './refresh-runner.service.js';
import { RenewalPlanner } from './renewal-planner.service.js';
import { RenewalStrategies } from './renewal-strategies.service.js';
import { DEFAULT_RENEWAL_TIMING, RENEWAL_TIMING } from './renewal-timing.js';
import { TokenEndpoint } from './token-endpoint.service.js';

/** Sealed credentials, and how they stay fresh. */
@Module({
  imports: [LogsModule, SyncsModule],
  providers: [
    { provide: RENEWAL_TIMING, useValue: DEFAULT_RENEWAL_TIMING },
    ConnectionCredentialsService,
    ConnectionAccess,
    CredentialRefresher,
    CredentialVault,
    OAuth2ClientCredentialsRenewal,
    OAuth2Renewal,
    RefreshPoller,
    RefreshRecorder,
    RefreshRunner,
    RenewalPlanner,
    RenewalStrategies,
    TokenEndpoint,
  ],
  exports: [ConnectionCredentialsService, CredentialVault, TokenEndpoint, RenewalPlanner],
})
export class CredentialsModule {}
