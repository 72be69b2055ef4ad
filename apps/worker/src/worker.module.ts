import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@svc/config';
import {
  ActionsModule,
  CoreModule,
  CredentialsModule,
  FreshnessModule,
  FunctionJobsModule,
  LifecycleModule,
  LogsModule,
  RevocationsModule,
  SyncsModule,
} from '@svc/domain';
import { ActionActivitiesAdapter } from './actions/action.activities.js';
import { CredentialActivitiesAdapter } from './credentials/credential.activities.js';
import { FunctionJobLoops } from './function-jobs/function-job-loops.service.js';
import { LifecycleActivitiesAdapter } from './lifecycle/lifecycle.activities.js';
import { LaneActivitiesAdapter } from './lanes/lane.activities.js';
import { LaneWorkModule } from './lanes/lane-work.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { WorkerProcess } from './processes/worker-process.service.js';
import { RunApiModule } from './run-api/run-api.module.js';
import { SyncActivitiesAdapter } from './syncs/sync.activities.js';
import { ACTIVITIES, type ActivitySet } from './temporal/activities.js';
import { TemporalWorkers } from './temporal/temporal-workers.service.js';

/** Executes workflows and activities, applies what waits in the outbox, and serves the internal run API. */
@Module({})
export class WorkerModule {
  static register(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        CoreModule.register(config, 'worker'),
        LogsModule,
        ActionsModule,
        CredentialsModule,
        FreshnessModule,
        FunctionJobsModule,
        LifecycleModule,
        RevocationsModule,
        SyncsModule,
        LaneWorkModule,
        MaintenanceModule,
        RunApiModule,
      ],
      providers: [
        WorkerProcess,
        FunctionJobLoops,
        ActionActivitiesAdapter,
        CredentialActivitiesAdapter,
        LifecycleActivitiesAdapter,
        SyncActivitiesAdapter,
        TemporalWorkers,
        {
          provide: ACTIVITIES,
          inject: [
            ActionActivitiesAdapter,
            CredentialActivitiesAdapter,
            LaneActivitiesAdapter,
            LifecycleActivitiesAdapter,
            SyncActivitiesAdapter,
          ],
          useFactory: (
            actions: ActionActivitiesAdapter,
            credentials: CredentialActivitiesAdapter,
            lanes: LaneActivitiesAdapter,
            lifecycle: LifecycleActivitiesAdapter,
            syncs: SyncActivitiesAdapter,
          ): ActivitySet => ({
            interactive: actions.activities(),
            sync: syncs.activities(),
            webhook: lanes.activities(),
            system: { ...credentials.activities(), ...lifecycle.activities() },
          }),
        },
      ],
    };
  }
}
