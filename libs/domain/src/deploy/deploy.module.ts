import { Module } from '@nestjs/common';
import { LogsModule } from '../logs/logs.module.js';
import { SyncsModule } from '../syncs/syncs.module.js';
import { DeployService } from './deploy.service.js';
import { FunctionRemoval } from './function-removal.service.js';

/** How functions get published. Apart from the functions themselves, because it moves syncs, which ask what is published. */
@Module({
  imports: [LogsModule, SyncsModule],
  providers: [DeployService, FunctionRemoval],
  exports: [DeployService, FunctionRemoval],
})
export class DeployModule {}
