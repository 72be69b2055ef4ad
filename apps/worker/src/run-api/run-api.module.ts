import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import {
  AccountsModule,
  ActionsModule,
  AuthModesModule,
  CredentialsModule,
  FunctionJobsModule,
  FunctionsModule,
  IntegrationsModule,
  LifecycleModule,
  LogsModule,
  ProxyModule,
  RecordsModule,
  RunsModule,
  SyncsModule,
} from '@svc/domain';
import { RunAgainController } from './run-again.controller.js';
import { RunActionsController } from './run-actions.controller.js';
import { DryRunAnswers } from './dry-run-answers.service.js';
import { DryRunInterceptor } from './dry-run.interceptor.js';
import { RunCheckpointController } from './run-checkpoint.controller.js';
import { RunConnectionController } from './run-connection.controller.js';
import { RunEnvironmentController } from './run-environment.controller.js';
import { RunFetchController } from './run-fetch.controller.js';
import { RunHealthController } from './run-health.controller.js';
import { RunLogsController } from './run-logs.controller.js';
import { RunMetricsController } from './run-metrics.controller.js';
import { RunProxyController } from './run-proxy.controller.js';
import { RunRecordsController } from './run-records.controller.js';
import { RunScriptsController } from './run-scripts.controller.js';
import { RunSyncsController } from './run-syncs.controller.js';
import { RunTrackingController } from './run-tracking.controller.js';
import { RunLocksController } from './run-locks.controller.js';
import { RunErrorFilter } from './run-error.filter.js';
import { RunPipe } from './run-pipe.js';
import { RunSubjects } from './run-subjects.service.js';
import { RunTokenGuard } from './run-token.guard.js';

/** The internal run API: the only thing that a running function reaches, with a token of its run. */
@Module({
  imports: [
    AccountsModule,
    ActionsModule,
    AuthModesModule,
    CredentialsModule,
    FunctionJobsModule,
    FunctionsModule,
    IntegrationsModule,
    LifecycleModule,
    LogsModule,
    ProxyModule,
    RecordsModule,
    RunsModule,
    SyncsModule,
  ],
  controllers: [
    RunActionsController,
    RunAgainController,
    RunCheckpointController,
    RunConnectionController,
    RunEnvironmentController,
    RunFetchController,
    RunHealthController,
    RunLocksController,
    RunLogsController,
    RunMetricsController,
    RunProxyController,
    RunRecordsController,
    RunScriptsController,
    RunSyncsController,
    RunTrackingController,
  ],
  providers: [
    DryRunAnswers,
    RunSubjects,
    { provide: APP_INTERCEPTOR, useClass: DryRunInterceptor },
    { provide: APP_GUARD, useClass: RunTokenGuard },
    { provide: APP_PIPE, useClass: RunPipe },
    { provide: APP_FILTER, useClass: RunErrorFilter },
  ],
})
export class RunApiModule {}
