import { Module } from '@nestjs/common';
import { AuthModesModule } from '../auth-modes/auth-modes.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { LifecycleModule } from '../lifecycle/lifecycle.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { RevocationsModule } from '../revocations/revocations.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { WebhookEventsModule } from '../webhook-events/webhook-events.module.js';
import { ConnectionEditor } from './connection-editor.service.js';
import { ConnectionEstablisher } from './connection-establisher.service.js';
import { ConnectionImporter } from './connection-importer.service.js';
import { ConnectionList } from './connection-list.service.js';
import { ConnectionLookupModule } from './connection-lookup.module.js';
import { ConnectionProof } from './connection-proof.service.js';
import { ConnectionDeletion } from './connection-deletion.service.js';
import { ConnectionRecords } from './connection-records.service.js';
import { AbandonedValidations } from './abandoned-validations.service.js';
import { ConnectionReader } from './connection-reader.service.js';
import { ConnectionTest } from './connection-test.service.js';
import { LegacyImport } from './legacy-import.service.js';
import { WebhookUrlGuard } from './webhook-url-guard.service.js';

/** Connections: authorized accounts of end users. */
@Module({
  imports: [
    AuthModesModule,
    ConnectionLookupModule,
    CredentialsModule,
    LifecycleModule,
    LogsModule,
    RevocationsModule,
    SyncsModule,
    WebhookEventsModule,
  ],
  providers: [
    AbandonedValidations,
    ConnectionDeletion,
    ConnectionRecords,
    ConnectionEditor,
    ConnectionEstablisher,
    ConnectionImporter,
    ConnectionList,
    ConnectionProof,
    ConnectionReader,
    ConnectionTest,
    LegacyImport,
    WebhookUrlGuard,
  ],
  exports: [
    AbandonedValidations,
    ConnectionDeletion,
    ConnectionEditor,
    ConnectionEstablisher,
    ConnectionImporter,
    ConnectionList,
    ConnectionReader,
    ConnectionTest,
    LegacyImport,
    WebhookUrlGuard,
  ],
})
export class ConnectionsModule {}
