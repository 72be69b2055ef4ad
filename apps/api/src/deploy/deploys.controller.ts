import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  deployParamsSchema,
  listDeploysQuerySchema,
  type DeployResponse,
  type ListDeploysResponse,
  type PageQuery,
} from '@svc/contracts';
import { DeployHistory, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** What was deployed to an environment (beyond the contract). */
@Controller('functions/deploys')
@EnvironmentAccess('environment:functions:read', 'environment:deploy')
export class DeploysController {
  constructor(private readonly history: DeployHistory) {}

  @Get()
  list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listDeploysQuerySchema }) query: PageQuery,
  ): Promise<ListDeploysResponse> {
    return this.history.list(environmentId, query);
  }

  @Get(':id')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: deployParamsSchema }) { id }: { id: string },
  ): Promise<DeployResponse> {
    return { data: await this.history.get(environmentId, id) };
  }
}
