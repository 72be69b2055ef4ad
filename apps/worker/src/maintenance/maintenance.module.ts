import { Module } from '@nestjs/common';
import { REFRESH_SWEEP_ID, WORKFLOWS } from '@svc/contracts/workflows';
import {
  AbandonedValidations,
  ActionsModule,
  AuthModesModule,
  ConnectAttempts,
  ConnectFlowModule,
  ConnectSessionRetention,
  ConnectionsModule,
  ConnectSessionsModule,
  CONFIG,
  DeadLetters,
  DeletionTracking,
  FunctionJobRetention,
  FunctionVersionRetention,
  FunctionJobsModule,
  DeliveriesModule,
  DeployModule,
  LifecycleModule,
  InboundWebhookRetention,
  InboundWebhooksModule,
  KeyRotation,
  KeyRotationModule,
  LaneSweep,
  LogsModule,
  LostActions,
  LostInvocations,
  OperationRetention,
  OutboxBacklog,
  OutboxDispatcher,
  OutboxModule,
  RecordEmptier,
  RecordRetention,
  RecordsModule,
  RENEWAL_TIMING,
  RevocationRetention,
  RevocationsModule,
  RunLocks,
  RunsModule,
  ScheduleReconciler,
  ScheduleRepairs,
  SliceTakeover,
  RunRetention,
  SyncRuns,
  SyncsModule,
  WebhookEventRetention,
  WebhookEventsModule,
  type RenewalTiming,
} from '@svc/domain';
import type { Config } from '@svc/config';
import { SystemSchedules } from '@svc/temporal';
import { LaneWorkModule } from '../lanes/lane-work.module.js';
import { MaintenanceLoops } from './maintenance-loops.service.js';
import { MAINTENANCE_TASKS, type MaintenanceTask } from './maintenance-task.js';

const WORKFLOW_TASKS = Symbol('WORKFLOW_TASKS');
const REPAIR_TASKS = Symbol('REPAIR_TASKS');
const RETENTION_TASKS = Symbol('RETENTION_TASKS');
const SCHEDULE_TASKS = Symbol('SCHEDULE_TASKS');
const RECORD_TASKS = Symbol('RECORD_TASKS');
const CONNECT_TASKS = Symbol('CONNECT_TASKS');
const FUNCTION_TASKS = Symbol('FUNCTION_TASKS');
const RUN_TASKS = Symbol('RUN_TASKS');
const LANE_TASKS = Symbol('LANE_TASKS');
const KEY_TASKS = Symbol('KEY_TASKS');

/** Calls to Temporal at the same time: more do not make it faster, and fewer do not use what it can. */
const COMMANDS_AT_ONCE = 32;
/** A run that nobody executes waits for a timer or a slot, or is lost; asking Temporal about younger ones is not worth it. */
const LOST_AFTER_MS = 60_000;
const LOST_AT_ONCE = 200;

/** Days of the log come a week ahead, so its maintenance may fail for long before anybody notices. */
const RETENTION_EVERY_MS = 600_000;

const retentionTasks = (
  operations: OperationRetention,
  runs: RunRetention,
  events: WebhookEventRetention,
  inbound: InboundWebhookRetention,
  revocations: RevocationRetention,
): MaintenanceTask[] => [
  { name: 'days of the log', everyMs: RETENTION_EVERY_MS, run: async () => void (await operations.maintain()) },
  { name: 'old runs', everyMs: RETENTION_EVERY_MS, run: () => runs.prune() },
  { name: 'old webhook events', everyMs: RETENTION_EVERY_MS, run: () => events.prune() },
  { name: 'old webhooks of providers', everyMs: RETENTION_EVERY_MS, run: () => inbound.prune() },
  { name: 'old revocations', everyMs: RETENTION_EVERY_MS, run: () => revocations.prune() },
];

const recordTasks = (
  retention: RecordRetention,
  tracking: DeletionTracking,
  emptier: RecordEmptier,
): MaintenanceTask[] => [
  { name: 'records of emptied caches', everyMs: 3_000, run: () => emptier.removeEmptied() },
  { name: 'caches of deleted connections', everyMs: RETENTION_EVERY_MS, run: () => emptier.emptyUnreachable() },
  { name: 'old payloads', everyMs: RETENTION_EVERY_MS, run: () => retention.prunePayloads() },
  { name: 'abandoned records', everyMs: RETENTION_EVERY_MS, run: () => retention.emptyAbandoned() },
  { name: 'notes of ended trackings', everyMs: RETENTION_EVERY_MS, run: () => tracking.forget() },
];

const functionTasks = (jobs: FunctionJobRetention, versions: FunctionVersionRetention): MaintenanceTask[] => [
  { name: 'old dry runs and deployments', everyMs: RETENTION_EVERY_MS, run: () => jobs.prune() },
  { name: 'old versions of functions', everyMs: RETENTION_EVERY_MS, run: () => versions.prune() },
];

const connectTasks = (
  attempts: ConnectAttempts,
  sessions: ConnectSessionRetention,
  validations: AbandonedValidations,
): MaintenanceTask[] => [
  { name: 'validations of dead processes', everyMs: 60_000, run: () => validations.end() },
  { name: 'authorizations that nobody came back from', everyMs: 60_000, run: () => attempts.endLost() },
  { name: 'old connect sessions', everyMs: RETENTION_EVERY_MS, run: () => sessions.prune() },
];

const runTasks = (locks: RunLocks): MaintenanceTask[] => [
  { name: 'locks that ended by themselves', everyMs: RETENTION_EVERY_MS, run: () => locks.prune() },
];

const tasks = (
  outbox: OutboxDispatcher,
  takeover: SliceTakeover,
  runs: SyncRuns,
  actions: LostActions,
  invocations: LostInvocations,
): MaintenanceTask[] => [
  { name: 'outbox', everyMs: 1_000, run: async () => (await outbox.applyDue(COMMANDS_AT_ONCE)) > 0 },
  { name: 'slices of dead workers', everyMs: 3_000, run: () => takeover.takeOver() },
  { name: 'lost runs', everyMs: 20_000, run: () => runs.endLost(LOST_AFTER_MS, LOST_AT_ONCE) },
  { name: 'lost actions', everyMs: 60_000, run: () => actions.end(LOST_AFTER_MS, LOST_AT_ONCE) },
  {
    name: 'lost functions of connections',
    everyMs: 60_000,
    run: async () => void (await invocations.restart(LOST_AFTER_MS, LOST_AT_ONCE)),
  },
];

const scheduleRepairTasks = (
  reconciler: ScheduleReconciler,
  repairs: ScheduleRepairs,
  backlog: OutboxBacklog,
  { sync }: Config,
): MaintenanceTask[] => [
  { name: 'progress of the outbox', everyMs: 5_000, run: () => backlog.tellProgress() },
  { name: 'forgotten triggers', everyMs: 20_000, run: () => repairs.repeatForgottenTriggers() },
  { name: 'schedules', everyMs: sync.scheduleCheckMs, run: async () => void (await reconciler.reconcile()) },
];

const scheduleTasks = (schedules: SystemSchedules, timing: RenewalTiming): MaintenanceTask[] => [
  {
    name: 'schedule of the refresh sweep',
    everyMs: 60_000,
    run: () =>
      schedules.keep({
        id: REFRESH_SWEEP_ID,
        workflow: WORKFLOWS.refreshSweep,
        everyMs: timing.sweepMs,
        summary: 'Renews tokens that end soon, tries credentials that nobody used for a day',
      }),
  },
];

const laneTasks = (lanes: LaneSweep, letters: DeadLetters): MaintenanceTask[] => [
  { name: 'forgotten lanes', everyMs: 15_000, run: () => lanes.wakeForgotten() },
  { name: 'unused lanes', everyMs: RETENTION_EVERY_MS, run: () => lanes.prune() },
  { name: 'dead letters', everyMs: 60_000, run: () => letters.maintain() },
];

const keyTasks = (rotation: KeyRotation): MaintenanceTask[] => [
  { name: 'texts of earlier encryption keys', everyMs: RETENTION_EVERY_MS, run: () => rotation.advance() },
];

/** What the workers do beside their task queues. */
@Module({
  imports: [
    ActionsModule,
    AuthModesModule,
    ConnectFlowModule,
    ConnectionsModule,
    ConnectSessionsModule,
    FunctionJobsModule,
    LifecycleModule,
    DeliveriesModule,
    DeployModule,
    LaneWorkModule,
    InboundWebhooksModule,
    KeyRotationModule,
    LogsModule,
    OutboxModule,
    RecordsModule,
    RevocationsModule,
    RunsModule,
    SyncsModule,
    WebhookEventsModule,
  ],
  providers: [
    MaintenanceLoops,
    {
      provide: WORKFLOW_TASKS,
      inject: [OutboxDispatcher, SliceTakeover, SyncRuns, LostActions, LostInvocations],
      useFactory: tasks,
    },
    {
      provide: REPAIR_TASKS,
      inject: [ScheduleReconciler, ScheduleRepairs, OutboxBacklog, CONFIG],
      useFactory: scheduleRepairTasks,
    },
    {
      provide: RETENTION_TASKS,
      inject: [OperationRetention, RunRetention, WebhookEventRetention, InboundWebhookRetention, RevocationRetention],
      useFactory: retentionTasks,
    },
    { provide: RECORD_TASKS, inject: [RecordRetention, DeletionTracking, RecordEmptier], useFactory: recordTasks },
    {
      provide: CONNECT_TASKS,
      inject: [ConnectAttempts, ConnectSessionRetention, AbandonedValidations],
      useFactory: connectTasks,
    },
    { provide: RUN_TASKS, inject: [RunLocks], useFactory: runTasks },
    { provide: FUNCTION_TASKS, inject: [FunctionJobRetention, FunctionVersionRetention], useFactory: functionTasks },
    { provide: SCHEDULE_TASKS, inject: [SystemSchedules, RENEWAL_TIMING], useFactory: scheduleTasks },
    { provide: LANE_TASKS, inject: [LaneSweep, DeadLetters], useFactory: laneTasks },
    { provide: KEY_TASKS, inject: [KeyRotation], useFactory: keyTasks },
    {
      provide: MAINTENANCE_TASKS,
      inject: [
        WORKFLOW_TASKS,
        REPAIR_TASKS,
        RETENTION_TASKS,
        RECORD_TASKS,
        CONNECT_TASKS,
        RUN_TASKS,
        FUNCTION_TASKS,
        SCHEDULE_TASKS,
        LANE_TASKS,
        KEY_TASKS,
      ],
      useFactory: (...lists: MaintenanceTask[][]): MaintenanceTask[] => lists.flat(),
    },
  ],
})
export class MaintenanceModule {}
