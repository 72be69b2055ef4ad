import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  createDeploymentBodySchema,
  functionJobParamsSchema,
  type AcceptedFunctionJob,
  type CreateDeploymentBody,
  type FunctionDeployment,
} from '@svc/contracts';
import { FunctionJobs, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Deploys single functions whose source comes with the request (wire contract, section 11). */
@Controller('functions/deployments')
@EnvironmentAccess('environment:deploy')
export class DeploymentsController {
  constructor(private readonly jobs: FunctionJobs) {}

  @Post()
  @HttpCode(202)
  create(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: createDeploymentBodySchema }) body: CreateDeploymentBody,
  ): Promise<AcceptedFunctionJob> {
    return this.jobs.requestDeployment(caller, body);
  }

  @Get(':id')
  get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionJobParamsSchema }) { id }: { id: string },
  ): Promise<FunctionDeployment> {
    return this.jobs.getDeployment(environmentId, id);
  }
}
