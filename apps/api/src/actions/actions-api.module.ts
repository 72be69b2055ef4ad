import { Module } from '@nestjs/common';
import { ActionsModule } from '@svc/domain';
import { ActionRunsController } from './action-runs.controller.js';
import { ActionsController } from './actions.controller.js';

/** `/action`. */
@Module({ imports: [ActionsModule], controllers: [ActionRunsController, ActionsController] })
export class ActionsApiModule {}
