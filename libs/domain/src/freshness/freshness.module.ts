import { Module } from '@nestjs/common';
import { AuthModesModule } from '../auth-modes/auth-modes.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { ConnectionChecker } from './connection-checker.service.js';
import { ConnectionSweep } from './connection-sweep.service.js';
import { StoredCredentialTest } from './stored-credential-test.service.js';

/** Looks after connections that nobody uses at the moment. */
@Module({
  imports: [AuthModesModule, ConnectionsModule, CredentialsModule, LogsModule],
  providers: [ConnectionChecker, ConnectionSweep, StoredCredentialTest],
  exports: [ConnectionSweep],
})
export class FreshnessModule {}
