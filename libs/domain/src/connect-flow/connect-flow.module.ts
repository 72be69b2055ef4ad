import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuthModesModule } from '../auth-modes/auth-modes.module.js';
import { ConnectSessionsModule } from '../connect-sessions/connect-sessions.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { WebhookEventsModule } from '../webhook-events/webhook-events.module.js';
import { AttemptRecorder } from './attempt-recorder.service.js';
import { ClientMetadataDocuments } from './client-metadata-documents.service.js';
import { ConnectAttempts } from './connect-attempts.service.js';
import { ConnectFinisher } from './connect-finisher.service.js';
import { ConnectTargets } from './connect-targets.service.js';
import { DirectConnect } from './direct-connect.service.js';
import { RedirectBegin } from './redirect-begin.service.js';
import { RedirectReturn } from './redirect-return.service.js';

/** How browsers of end users connect accounts. */
@Module({
  imports: [
    AccountsModule,
    AuthModesModule,
    ConnectionsModule,
    ConnectSessionsModule,
    CredentialsModule,
    LogsModule,
    WebhookEventsModule,
  ],
  providers: [
    AttemptRecorder,
    ClientMetadataDocuments,
    ConnectAttempts,
    ConnectFinisher,
    ConnectTargets,
    DirectConnect,
    RedirectBegin,
    RedirectReturn,
  ],
  exports: [ClientMetadataDocuments, ConnectAttempts, DirectConnect, RedirectBegin, RedirectReturn],
})
export class ConnectFlowModule {}
