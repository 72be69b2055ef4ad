import { Module } from '@nestjs/common';
import { AuthModesModule } from '../auth-modes/auth-modes.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { CredentialRevocations } from './credential-revocations.service.js';
import { RevocationExecutor } from './revocation-executor.service.js';
import { RevocationRetention } from './revocation-retention.service.js';
import { RevocationSubjects } from './revocation-subjects.service.js';

/** Authorizations of deleted connections, ended at their providers. */
@Module({
  imports: [AuthModesModule, CredentialsModule, LogsModule, OutboxModule],
  providers: [CredentialRevocations, RevocationExecutor, RevocationRetention, RevocationSubjects],
  exports: [CredentialRevocations, RevocationExecutor, RevocationRetention],
})
export class RevocationsModule {}
