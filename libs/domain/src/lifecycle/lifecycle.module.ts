import { Module } from '@nestjs/common';
import { FunctionsModule } from '../functions/functions.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { ConnectionValidation } from './connection-validation.service.js';
import { CreationHooks } from './creation-hooks.service.js';
import { DeletionHooks } from './deletion-hooks.service.js';
import { InvocationExecutor } from './invocation-executor.service.js';
import { LifecycleFunctions } from './lifecycle-functions.service.js';
import { LifecycleRuns } from './lifecycle-runs.service.js';
import { LostInvocations } from './lost-invocations.service.js';

/** Functions that follow the life of connections (specification, "Function lifecycle events"). */
@Module({
  imports: [FunctionsModule, LogsModule, OutboxModule, RunsModule],
  providers: [
    ConnectionValidation,
    CreationHooks,
    DeletionHooks,
    InvocationExecutor,
    LifecycleFunctions,
    LifecycleRuns,
    LostInvocations,
  ],
  exports: [ConnectionValidation, CreationHooks, DeletionHooks, InvocationExecutor, LifecycleRuns, LostInvocations],
})
export class LifecycleModule {}
