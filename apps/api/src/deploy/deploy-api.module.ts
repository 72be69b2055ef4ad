import { Module } from '@nestjs/common';
import { DeployModule } from '@svc/domain';
import { DeployController } from './deploy.controller.js';
import { DeploysController } from './deploys.controller.js';
import { RollbackController } from './rollback.controller.js';

/** `/sync/deploy` and its confirmation. */
@Module({ imports: [DeployModule], controllers: [DeployController, DeploysController, RollbackController] })
export class DeployApiModule {}
