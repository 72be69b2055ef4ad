import { Module } from '@nestjs/common';
import { TemporalModule } from '../core/temporal.module.js';
import { LaneProducer } from './lane-producer.service.js';
import { LaneWaker } from './lane-waker.service.js';

/** Queues of rows that a workflow each drains: what every process needs to add rows and wake them. */
@Module({
  imports: [TemporalModule],
  providers: [LaneProducer, LaneWaker],
  exports: [LaneProducer, LaneWaker],
})
export class LanesModule {}
