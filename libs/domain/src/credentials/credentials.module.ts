import { Module } from '@nestjs/common';
import { AuthModesModule } from '../auth-modes/auth-modes.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { ConnectionAccess } from './connection-access.service.js';
import { ConnectionCredentialsService } from './connection-credentials.service.js';
import { CredentialRefresher } from './credential-refresher.service.js';
import { CredentialVault } from './credential-vault.service.js';
import { RefreshPoller } from './refresh-poller.service.js';
import { RefreshRecorder } from './refresh-recorder.service.js';
import { RefreshRunner } from './refresh-runner.service.js';
import { RenewalPlanner } from './renewal-planner.service.js';

/** Sealed credentials, and how they stay fresh. */
@Module({
  imports: [AuthModesModule, LogsModule, SyncsModule],
  providers: [
    ConnectionCredentialsService,
    ConnectionAccess,
    CredentialRefresher,
    CredentialVault,
    RefreshPoller,
    RefreshRecorder,
    RefreshRunner,
    RenewalPlanner,
  ],
  exports: [ConnectionCredentialsService, CredentialVault, RenewalPlanner],
})
export class CredentialsModule {}
