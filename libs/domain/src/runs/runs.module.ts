import { Module } from '@nestjs/common';
import { VariableMasksModule } from '../accounts/variable-masks.module.js';
import { CredentialVaultModule } from '../credentials/credential-vault.module.js';
import { EventRunHistory } from './event-run-history.service.js';
import { RunConnections } from './run-connections.service.js';
import { RunLocks } from './run-locks.service.js';
import { RunMasks } from './run-masks.service.js';
import { RunRequests } from './run-requests.service.js';
import { RunRetention } from './run-retention.service.js';
import { RunTokens } from './run-tokens.service.js';
import { RunnerClient } from './runner-client.service.js';

/** How a function is started, and how it proves who it is. */
@Module({
  imports: [CredentialVaultModule, VariableMasksModule],
  providers: [EventRunHistory, RunConnections, RunLocks, RunMasks, RunRequests, RunRetention, RunTokens, RunnerClient],
  exports: [EventRunHistory, RunLocks, RunMasks, RunRequests, RunRetention, RunTokens, RunnerClient],
})
export class RunsModule {}
