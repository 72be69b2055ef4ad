import { Module } from '@nestjs/common';
import { DeployModule, FunctionJobsModule, FunctionsModule, RunsModule } from '@svc/domain';
import { CompileController } from './compile.controller.js';
import { DryRunsController } from './dry-runs.controller.js';
import { EventRunsController } from './event-runs.controller.js';
import { FunctionsController } from './functions.controller.js';
import { ScriptsController } from './scripts.controller.js';

/** `/integrations/{uniqueKey}/functions`, `/scripts/config`, `/functions/compile`, `/functions/dryruns` and `/functions/event-runs`. */
@Module({
  imports: [DeployModule, FunctionJobsModule, FunctionsModule, RunsModule],
  controllers: [CompileController, DryRunsController, EventRunsController, FunctionsController, ScriptsController],
})
export class FunctionsApiModule {}
