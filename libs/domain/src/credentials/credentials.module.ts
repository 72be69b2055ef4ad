import { Module } from '@nestjs/common';
import { AuthModesModule } from '../auth-modes/auth-modes.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { WebhookEventsModule } from '../webhook-events/webhook-events.module.js';
import { AuthHealth } from './auth-health.service.js';
import { ConnectionAccess } from './connection-access.service.js';
import { ConnectionCredentialsService } from './connection-credentials.service.js';
import { CredentialRefresher } from './credential-refresher.service.js';
import { CredentialVaultModule } from './credential-vault.module.js';
import { ProviderOutages } from './provider-outages.service.js';
import { RefreshAhead } from './refresh-ahead.service.js';
import { RefreshJournal } from './refresh-journal.service.js';
import { RefreshOutcomes } from './refresh-outcomes.service.js';
import { RefreshPoller } from './refresh-poller.service.js';
import { RefreshRecorder } from './refresh-recorder.service.js';
import { RefreshRetry } from './refresh-retry.service.js';
import { RefreshRunner } from './refresh-runner.service.js';
import { RefreshTroubles } from './refresh-troubles.service.js';
import { RenewalPlanner } from './renewal-planner.service.js';

/** Sealed credentials, and how they stay fresh. */
@Module({
  imports: [AuthModesModule, CredentialVaultModule, LogsModule, OutboxModule, SyncsModule, WebhookEventsModule],
  providers: [
    AuthHealth,
    ConnectionCredentialsService,
    ConnectionAccess,
    CredentialRefresher,
    ProviderOutages,
    RefreshAhead,
    RefreshJournal,
    RefreshOutcomes,
    RefreshPoller,
    RefreshRecorder,
    RefreshRetry,
    RefreshRunner,
    RefreshTroubles,
    RenewalPlanner,
  ],
  exports: [
    AuthHealth,
    ConnectionCredentialsService,
    CredentialVaultModule,
    RefreshAhead,
    RefreshRetry,
    RenewalPlanner,
  ],
})
export class CredentialsModule {}
