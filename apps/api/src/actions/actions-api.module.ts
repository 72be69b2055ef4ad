import { Module } from '@nestjs/common';
import { ActionsModule } from '@svc/domain';
import { ActionRunsController } from './action-runs.controller.js';
import { ActionsController } from './actions.controller.js';
import { InvocationsController } from './invocations.controller.js';

/** `/action` and `/functions/invocations`. */
@Module({ imports: [ActionsModule], controllers: [ActionRunsController, ActionsController, InvocationsController] })
export class ActionsApiModule {}
