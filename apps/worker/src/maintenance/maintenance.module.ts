import { Module } from '@nestjs/common';
import { OutboxDispatcher, OutboxModule, ScheduleReconciler, SliceTakeover, SyncRuns, SyncsModule } from '@svc/domain';
import { MaintenanceLoops } from './maintenance-loops.service.js';
import { MAINTENANCE_TASKS, type MaintenanceTask } from './maintenance-task.js';

const DISPATCH_BATCH = 20;
/** A run that nobody executes waits for a timer or a slot, or is lost; asking Temporal about younger ones is not worth it. */
const LOST_AFTER_MS = 60_000;
const LOST_AT_ONCE = 200;

const tasks = (outbox: OutboxDispatcher, reconciler: ScheduleReconciler, takeover: SliceTakeover, runs: SyncRuns): MaintenanceTask[] => [
  { name: 'outbox', everyMs: 1_000, run: async () => (await outbox.applyDue(DISPATCH_BATCH)) > 0 },
  { name: 'slices of dead workers', everyMs: 3_000, run: () => takeover.takeOver() },
  { name: 'forgotten triggers', everyMs: 20_000, run: () => reconciler.repeatForgottenTriggers() },
  { name: 'lost runs', everyMs: 20_000, run: () => runs.endLost(LOST_AFTER_MS, LOST_AT_ONCE) },
  { name: 'schedules', everyMs: 300_000, run: async () => void (await reconciler.reconcile()) },
];

/** What the workers do beside their task queues. */
@Module({
  imports: [OutboxModule, SyncsModule],
  providers: [
    MaintenanceLoops,
    { provide: MAINTENANCE_TASKS, inject: [OutboxDispatcher, ScheduleReconciler, SliceTakeover, SyncRuns], useFactory: tasks },
  ],
})
export class MaintenanceModule {}
