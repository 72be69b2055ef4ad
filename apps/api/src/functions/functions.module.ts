import { Module } from '@nestjs/common';
import { DeployModule, FunctionsModule as FunctionsDomainModule } from '@svc/domain';
import { FunctionsController } from './functions.controller.js';
import { ScriptsController } from './scripts.controller.js';

@Module({ imports: [FunctionsDomainModule, DeployModule], controllers: [FunctionsController, ScriptsController] })
export class FunctionsModule {}
