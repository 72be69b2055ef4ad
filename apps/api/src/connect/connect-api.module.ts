import { Module } from '@nestjs/common';
import { ConnectSessionsModule } from '@svc/domain';
import { ConnectSessionController } from './connect-session.controller.js';
import { ConnectSessionsController } from './connect-sessions.controller.js';
import { ConnectTelemetryController } from './connect-telemetry.controller.js';

/** `/connect`. */
@Module({
  imports: [ConnectSessionsModule],
  controllers: [ConnectSessionsController, ConnectSessionController, ConnectTelemetryController],
})
export class ConnectApiModule {}
