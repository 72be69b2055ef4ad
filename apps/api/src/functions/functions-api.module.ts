import { Module } from '@nestjs/common';
import { DeployModule, FunctionsModule } from '@svc/domain';
import { FunctionsController } from './functions.controller.js';
import { ScriptsController } from './scripts.controller.js';

/** `/integrations/{uniqueKey}/functions` and `/scripts/config`. */
@Module({ imports: [FunctionsModule, DeployModule], controllers: [FunctionsController, ScriptsController] })
export class FunctionsApiModule {}
