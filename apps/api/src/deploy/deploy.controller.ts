import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { deployRequestSchema, type DeployPlan, type DeployRequest, type DeployResult } from '@svc/contracts';
import { DeployService, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Deploys of the command-line tool (wire contract, section 11). */
@Controller('sync/deploy')
export class DeployController {
  constructor(private readonly deploys: DeployService) {}

  @Post('confirmation')
  @HttpCode(200)
  @EnvironmentAccess('environment:deploy')
  plan(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: deployRequestSchema }) request: DeployRequest,
  ): Promise<DeployPlan> {
    return this.deploys.plan(environmentId, request);
  }

  @Post()
  @HttpCode(200)
  @EnvironmentAccess('environment:deploy')
  deploy(
    @CurrentEnvironment() { environmentId, keyId }: EnvironmentCaller,
    @Body({ schema: deployRequestSchema }) request: DeployRequest,
  ): Promise<DeployResult> {
    return this.deploys.deploy(environmentId, request, { keyId, kind: 'deploy' });
  }
}
