import { Module } from '@nestjs/common';
import { ActionsModule } from '@svc/domain';
import { ActionsController } from './actions.controller.js';

/** `/action`. */
@Module({ imports: [ActionsModule], controllers: [ActionsController] })
export class ActionsApiModule {}
