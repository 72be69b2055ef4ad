import { Module } from '@nestjs/common';
import { DeployModule, FunctionJobsModule } from '@svc/domain';
import { DeployBundlesController } from './deploy-bundles.controller.js';
import { DeployController } from './deploy.controller.js';
import { DeploymentsController } from './deployments.controller.js';
import { DeploysController } from './deploys.controller.js';
import { RollbackController } from './rollback.controller.js';

/** `/sync/deploy` and its confirmation. */
@Module({
  imports: [DeployModule, FunctionJobsModule],
  controllers: [
    DeployBundlesController,
    DeployController,
    DeploymentsController,
    DeploysController,
    RollbackController,
  ],
})
export class DeployApiModule {}
