import { Module } from '@nestjs/common';
import {
  DeliveriesModule,
  DeliverySource,
  DEFAULT_LANE_TIMING,
  FunctionLaneSource,
  InboundLane,
  InboundWebhooksModule,
  LANE_SOURCES,
  LANE_TIMING,
  LaneDrain,
  LanesModule,
  LaneSweep,
  WebhookRunsModule,
  type LaneSource,
} from '@svc/domain';
import { LaneActivitiesAdapter } from './lane.activities.js';

/** Drains lanes. An area whose lanes are to be drained gives its source here. */
@Module({
  imports: [DeliveriesModule, InboundWebhooksModule, LanesModule, WebhookRunsModule],
  providers: [
    {
      provide: LANE_SOURCES,
      inject: [DeliverySource, FunctionLaneSource, InboundLane],
      useFactory: (...sources: LaneSource[]): LaneSource[] => sources,
    },
    { provide: LANE_TIMING, useValue: DEFAULT_LANE_TIMING },
    LaneDrain,
    LaneSweep,
    LaneActivitiesAdapter,
  ],
  exports: [LaneSweep, LaneActivitiesAdapter],
})
export class LaneWorkModule {}
