import { Module } from '@nestjs/common';
import { TemporalModule } from '../core/temporal.module.js';
import { CommandApplier } from './command-applier.service.js';
import { OutboxBacklog } from './outbox-backlog.service.js';
import { OutboxDispatcher } from './outbox-dispatcher.service.js';
import { SyncScheduleSource } from './sync-schedule-source.service.js';
import { TemporalOutbox } from './temporal-outbox.service.js';

/** From a transaction in PostgreSQL to Temporal. */
@Module({
  imports: [TemporalModule],
  providers: [CommandApplier, OutboxBacklog, OutboxDispatcher, SyncScheduleSource, TemporalOutbox],
  exports: [OutboxBacklog, OutboxDispatcher, SyncScheduleSource, TemporalModule, TemporalOutbox],
})
export class OutboxModule {}
