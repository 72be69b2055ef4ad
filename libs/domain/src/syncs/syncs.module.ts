import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { RecordsModule } from '../records/records.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { WebhookEventsModule } from '../webhook-events/webhook-events.module.js';
import { CheckpointHistory } from './checkpoint-history.service.js';
import { ScheduleReconciler } from './schedule-reconciler.service.js';
import { ScheduleRepairs } from './schedule-repairs.service.js';
import { ScheduleWatchdog } from './schedule-watchdog.service.js';
import { SliceTakeover } from './slice-takeover.service.js';
import { SyncCheckpoints } from './sync-checkpoints.service.js';
import { SyncControl } from './sync-control.service.js';
import { SyncExecutor } from './sync-executor.service.js';
import { SyncFrequencies } from './sync-frequencies.service.js';
import { SyncInstances } from './sync-instances.service.js';
import { SyncResets } from './sync-resets.service.js';
import { SyncRunEndings } from './sync-run-endings.service.js';
import { SyncRunHistory } from './sync-run-history.service.js';
import { SyncRunStops } from './sync-run-stops.service.js';
import { SyncRuns } from './sync-runs.service.js';
import { SyncSlices } from './sync-slices.service.js';
import { SyncStatuses } from './sync-statuses.service.js';
import { SyncTargets } from './sync-targets.service.js';
import { SyncVariants } from './sync-variants.service.js';
import { WindowRuns } from './window-runs.service.js';
import { WindowTurns } from './window-turns.service.js';

const EXPORTED = [
  CheckpointHistory,
  ScheduleReconciler,
  ScheduleRepairs,
  SliceTakeover,
  SyncCheckpoints,
  SyncControl,
  SyncExecutor,
  SyncFrequencies,
  SyncInstances,
  SyncRunEndings,
  SyncRunHistory,
  SyncRuns,
  SyncStatuses,
  SyncVariants,
  WindowRuns,
  WindowTurns,
];

/** Syncs: their instances, runs, control and status. */
@Module({
  imports: [ConnectionLookupModule, LogsModule, OutboxModule, RecordsModule, RunsModule, WebhookEventsModule],
  providers: [...EXPORTED, ScheduleWatchdog, SyncResets, SyncRunStops, SyncSlices, SyncTargets],
  exports: EXPORTED,
})
export class SyncsModule {}
