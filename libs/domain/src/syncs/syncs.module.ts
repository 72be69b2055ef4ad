import { Module } from '@nestjs/common';
import { OutboxModule } from '../outbox/outbox.module.js';
import { SyncInstances } from './sync-instances.service.js';

/** Syncs: their instances, runs, control and status. */
@Module({
  imports: [OutboxModule],
  providers: [SyncInstances],
  exports: [SyncInstances],
})
export class SyncsModule {}
