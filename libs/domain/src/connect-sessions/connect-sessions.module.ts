import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { ConnectionsModule } from '../connections/connections.module.js';
import { ConnectSessionLookup } from './connect-session-lookup.service.js';
import { ConnectSessionRetention } from './connect-session-retention.service.js';
import { ConnectSessionView } from './connect-session-view.service.js';
import { ConnectSessions } from './connect-sessions.service.js';
import { SessionInputs } from './session-inputs.service.js';

/** Short-lived permissions to connect accounts, each for one end user's browser. */
@Module({
  imports: [AccountsModule, ConnectionsModule],
  providers: [ConnectSessionLookup, ConnectSessionRetention, ConnectSessions, ConnectSessionView, SessionInputs],
  exports: [ConnectSessionLookup, ConnectSessionRetention, ConnectSessions, ConnectSessionView],
})
export class ConnectSessionsModule {}
