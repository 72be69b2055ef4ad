import { Module } from '@nestjs/common';
import { ConnectFlowModule, ConnectSessionsModule } from '@svc/domain';
import { ConnectAttemptsController } from './connect-attempts.controller.js';
import { ConnectSessionController } from './connect-session.controller.js';
import { ConnectSessionsController } from './connect-sessions.controller.js';
import { ConnectSockets } from './connect-sockets.service.js';
import { ConnectTelemetryController } from './connect-telemetry.controller.js';

/** `/connect`. */
@Module({
  imports: [ConnectFlowModule, ConnectSessionsModule],
  controllers: [
    ConnectAttemptsController,
    ConnectSessionsController,
    ConnectSessionController,
    ConnectTelemetryController,
  ],
  providers: [ConnectSockets],
})
export class ConnectApiModule {}
