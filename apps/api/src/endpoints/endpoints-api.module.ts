import { Module } from '@nestjs/common';
import { ActionsModule, ConnectionLookupModule, FunctionsModule, RecordsModule } from '@svc/domain';
import { EndpointCalls } from './endpoint-calls.service.js';
import { EndpointsController } from './endpoints.controller.js';

/** `/v1`. */
@Module({
  imports: [ActionsModule, ConnectionLookupModule, FunctionsModule, RecordsModule],
  controllers: [EndpointsController],
  providers: [EndpointCalls],
})
export class EndpointsApiModule {}
