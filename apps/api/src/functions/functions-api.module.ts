import { Module } from '@nestjs/common';
import { DeployModule, FunctionJobsModule, FunctionsModule } from '@svc/domain';
import { CompileController } from './compile.controller.js';
import { DryRunsController } from './dry-runs.controller.js';
import { FunctionsController } from './functions.controller.js';
import { ScriptsController } from './scripts.controller.js';

/** `/integrations/{uniqueKey}/functions`, `/scripts/config`, `/functions/compile` and `/functions/dryruns`. */
@Module({
  imports: [DeployModule, FunctionJobsModule, FunctionsModule],
  controllers: [CompileController, DryRunsController, FunctionsController, ScriptsController],
})
export class FunctionsApiModule {}
