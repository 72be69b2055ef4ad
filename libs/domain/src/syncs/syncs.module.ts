import { Module } from '@nestjs/common';
import { LogsModule } from '../logs/logs.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { ScheduleReconciler } from './schedule-reconciler.service.js';
import { SliceTakeover } from './slice-takeover.service.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';
import { SyncExecutor } from './sync-executor.service.js';
import { SyncInstances } from './sync-instances.service.js';
import { SyncRuns } from './sync-runs.service.js';
import { SyncSlices } from './sync-slices.service.js';

/** Syncs: their instances, runs, control and status. */
@Module({
  imports: [LogsModule, OutboxModule, RunsModule],
  providers: [ScheduleReconciler, SliceTakeover, SyncCheckpoints, SyncExecutor, SyncInstances, SyncRuns, SyncSlices],
  exports: [ScheduleReconciler, SliceTakeover, SyncCheckpoints, SyncExecutor, SyncInstances, SyncRuns],
})
export class SyncsModule {}
