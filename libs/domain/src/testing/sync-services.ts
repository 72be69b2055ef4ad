import { loadConfig, type Config } from '@svc/config';
import { Database } from '@svc/database';
import { createLogger, GatewayMetrics } from '@svc/observability';
import { SyncSchedules, TemporalClient, WorkflowStarter } from '@svc/temporal';
import { OperationLog } from '../logs/operation-log.service.js';
import { CommandApplier } from '../outbox/command-applier.service.js';
import { OutboxDispatcher } from '../outbox/outbox-dispatcher.service.js';
import { SyncScheduleSource } from '../outbox/sync-schedule-source.service.js';
import { TemporalOutbox } from '../outbox/temporal-outbox.service.js';
import { DeletionTracking } from '../records/deletion-tracking.service.js';
import { RecordEmptier } from '../records/record-emptier.service.js';
import { SyncControl } from '../syncs/sync-control.service.js';
import { ScheduleReconciler } from '../syncs/schedule-reconciler.service.js';
import { ScheduleRepairs } from '../syncs/schedule-repairs.service.js';
import { ScheduleWatchdog } from '../syncs/schedule-watchdog.service.js';
import { SyncInstances } from '../syncs/sync-instances.service.js';
import { SyncTargets } from '../syncs/sync-targets.service.js';
import { WindowRuns } from '../syncs/window-runs.service.js';
import { WindowTurns } from '../syncs/window-turns.service.js';
import { ConnectionLookup } from '../connections/connection-lookup.service.js';
import { SyncResets } from '../syncs/sync-resets.service.js';
import { SyncRunEndings } from '../syncs/sync-run-endings.service.js';
import { SyncRunHistory } from '../syncs/sync-run-history.service.js';
import { SyncRunStops } from '../syncs/sync-run-stops.service.js';
import { SyncRuns } from '../syncs/sync-runs.service.js';
import { SyncSlices } from '../syncs/sync-slices.service.js';
import { WebhookDispatch } from '../deliveries/webhook-dispatch.service.js';
import { LaneProducer } from '../lanes/lane-producer.service.js';
import { LaneWaker } from '../lanes/lane-waker.service.js';
import { SyncEvents } from '../webhook-events/sync-events.service.js';

/** Nothing listens there. */
const NOWHERE = '127.0.0.1:9';

export const silentLogger = createLogger({ name: 'test', level: 'silent' });

/** The services of the area `syncs`, put together by hand over a test's database. */
export class SyncServices {
  readonly metrics = new GatewayMetrics('test');
  readonly temporal: TemporalClient;
  readonly schedules: SyncSchedules;
  readonly source: SyncScheduleSource;
  readonly dispatcher: OutboxDispatcher;
  readonly outbox: TemporalOutbox;
  readonly operations: OperationLog;
  readonly instances: SyncInstances;
  readonly endings: SyncRunEndings;
  readonly slices: SyncSlices;
  readonly repairs: ScheduleRepairs;
  readonly reconciler: ScheduleReconciler;
  readonly windows: WindowRuns;
  readonly control: SyncControl;
  readonly history: SyncRunHistory;
  readonly config: Config;

  constructor(
    readonly database: Database,
    settings: Readonly<Record<string, string>> = {},
  ) {
    this.config = loadConfig({
      NODE_ENV: 'development',
      DATABASE_URL: 'postgres://unused',
      TEMPORAL_ADDRESS: NOWHERE,
      ...settings,
    });
    this.temporal = new TemporalClient(this.config.temporal);
    this.schedules = new SyncSchedules(this.temporal);
    this.source = new SyncScheduleSource(database, this.config);
    const workflows = new WorkflowStarter(this.temporal);
    const applier = new CommandApplier(this.source, this.schedules, workflows);
    this.dispatcher = new OutboxDispatcher(database, applier, silentLogger, this.metrics);
    this.outbox = new TemporalOutbox(database, this.dispatcher);
    this.operations = new OperationLog(database, silentLogger);
    const stops = new SyncRunStops(database, this.outbox, this.operations);
    this.instances = new SyncInstances(database, this.outbox, stops);
    const producer = new LaneProducer(database, new LaneWaker(database, workflows, silentLogger));
    const dispatch = new WebhookDispatch(database, producer, this.config);
    this.endings = new SyncRunEndings(database, this.instances, new SyncEvents(database, dispatch), this.operations);
    this.repairs = new ScheduleRepairs(database, this.schedules, this.outbox, silentLogger);
    const watchdog = new ScheduleWatchdog(database, this.schedules);
    this.reconciler = new ScheduleReconciler(this.source, this.schedules, watchdog, this.repairs, this.metrics);
    const targets = new SyncTargets(database, new ConnectionLookup(database));
    this.history = new SyncRunHistory(database, targets, stops, this.config);
    this.windows = new WindowRuns(database, targets, this.source, this.outbox, this.operations);
    const resets = new SyncResets(database, stops, new DeletionTracking(database));
    const emptier = new RecordEmptier(database, this.metrics, silentLogger);
    this.control = new SyncControl(database, targets, this.outbox, emptier, resets);
    this.slices = new SyncSlices(database, this.config, this.operations);
  }

  /** @param isOpen what Temporal says of workflows. */
  runs(isOpen: (workflowId: string) => boolean = () => true): SyncRuns {
    const workflows = { isOpen: async (workflowId: string) => isOpen(workflowId) };
    return new SyncRuns(this.database, this.config, this.endings, workflows, this.operations);
  }

  /** @param isOpen what Temporal says of workflows. */
  turns(isOpen: (workflowId: string) => boolean = () => true): WindowTurns {
    return new WindowTurns(this.database, this.config, this.runs(isOpen), this.endings);
  }

  async close(): Promise<void> {
    await this.dispatcher.drain();
    await this.operations.onApplicationShutdown();
    await this.temporal.close();
  }
}
