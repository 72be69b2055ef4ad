import { Module } from '@nestjs/common';
import { DeployModule as DeployDomainModule } from '@svc/domain';
import { DeployController } from './deploy.controller.js';

@Module({ imports: [DeployDomainModule], controllers: [DeployController] })
export class DeployModule {}
