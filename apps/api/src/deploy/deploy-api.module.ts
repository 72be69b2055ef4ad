import { Module } from '@nestjs/common';
import { DeployModule } from '@svc/domain';
import { DeployController } from './deploy.controller.js';

/** `/sync/deploy` and its confirmation. */
@Module({ imports: [DeployModule], controllers: [DeployController] })
export class DeployApiModule {}
