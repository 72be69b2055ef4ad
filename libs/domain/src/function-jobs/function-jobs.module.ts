import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { DeployModule } from '../deploy/deploy.module.js';
import { FunctionsModule } from '../functions/functions.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { ProvidersModule } from '../providers/providers.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { DeploymentExecutor } from './deployment-executor.service.js';
import { DryRunExecutor } from './dry-run-executor.service.js';
import { DryRunTools } from './dry-run-tools.service.js';
import { DryRunStore } from './dry-run-store.service.js';
import { FunctionCompiler } from './function-compiler.service.js';
import { FunctionJobPayloads } from './function-job-payloads.service.js';
import { FunctionJobRetention } from './function-job-retention.service.js';
import { FunctionJobRunner } from './function-job-runner.service.js';
import { FunctionJobs } from './function-jobs.service.js';
import { FunctionPublisher } from './function-publisher.service.js';
import { TemplateDeployments } from './template-deployments.service.js';

/** Functions that come as text: compiled, tried and deployed by the gateway itself. */
@Module({
  imports: [ConnectionLookupModule, DeployModule, FunctionsModule, LogsModule, ProvidersModule, RunsModule],
  providers: [
    DeploymentExecutor,
    DryRunExecutor,
    DryRunStore,
    DryRunTools,
    FunctionCompiler,
    FunctionJobPayloads,
    FunctionJobRetention,
    FunctionJobRunner,
    FunctionJobs,
    FunctionPublisher,
    TemplateDeployments,
  ],
  exports: [DryRunStore, FunctionCompiler, FunctionJobRetention, FunctionJobRunner, FunctionJobs],
})
export class FunctionJobsModule {}
