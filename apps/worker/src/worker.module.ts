import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '@svc/config';
import { CoreModule, LogsModule, SyncsModule } from '@svc/domain';
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
      imports: [CoreModule.register(config, 'worker'), LogsModule, SyncsModule, MaintenanceModule, RunApiModule],
      providers: [
        WorkerProcess,
        SyncActivitiesAdapter,
        TemporalWorkers,
        {
          provide: ACTIVITIES,
          inject: [SyncActivitiesAdapter],
          useFactory: (syncs: SyncActivitiesAdapter): ActivitySet => ({ sync: syncs.activities() }),
        },
      ],
    };
  }
}
