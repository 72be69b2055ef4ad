import { Module } from '@nestjs/common';
import { FunctionsModule } from '../functions/functions.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { BundleDeploys } from './bundle-deploys.service.js';
import { DeployHistory } from './deploy-history.service.js';
import { DeployService } from './deploy.service.js';
import { FunctionRemoval } from './function-removal.service.js';
import { FunctionVersionRetention } from './function-version-retention.service.js';
import { FunctionSwitch } from './function-switch.service.js';
import { Rollbacks } from './rollbacks.service.js';

const SERVICES = [
  BundleDeploys,
  DeployService,
  DeployHistory,
  FunctionRemoval,
  FunctionSwitch,
  FunctionVersionRetention,
  Rollbacks,
];

/** How functions get published. Apart from the functions themselves, because it moves syncs, which ask what is published. */
@Module({ imports: [FunctionsModule, LogsModule, SyncsModule], providers: SERVICES, exports: SERVICES })
export class DeployModule {}
