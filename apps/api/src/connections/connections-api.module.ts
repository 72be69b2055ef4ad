import { Module } from '@nestjs/common';
import { ConnectionsModule } from '@svc/domain';
import { EdgeModule } from '../edge/edge.module.js';
import { ConnectionsController } from './connections.controller.js';
import { LegacyConnectionsController } from './legacy-connections.controller.js';
import { SharedConnectionsController } from './shared-connections.controller.js';

/** `/connections` and the deprecated `/connection`. */
@Module({
  imports: [ConnectionsModule, EdgeModule],
  controllers: [SharedConnectionsController, ConnectionsController, LegacyConnectionsController],
})
export class ConnectionsApiModule {}
