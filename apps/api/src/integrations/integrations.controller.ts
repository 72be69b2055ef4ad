import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  createIntegrationBodySchema,
  getIntegrationQuerySchema,
  integrationParamsSchema,
  updateIntegrationBodySchema,
  type CreateIntegrationBody,
  type GetIntegrationQuery,
  type IntegrationParams,
  type IntegrationResponse,
  type ListIntegrationsResponse,
  type UpdateIntegrationBody,
} from '@svc/contracts';
import {
  IntegrationDeletion,
  IntegrationReader,
  IntegrationWriter,
  type EnvironmentCaller,
  type SessionCaller,
} from '@svc/domain';
import { EnvironmentAccess, EnvironmentKeyAccess, EnvironmentOrSessionAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment, CurrentEnvironmentOrSession } from '../edge/caller.decorator.js';

/** Integrations (wire contract, section 4). */
@Controller('integrations')
export class IntegrationsController {
  constructor(
    private readonly reader: IntegrationReader,
    private readonly writer: IntegrationWriter,
    private readonly deletion: IntegrationDeletion,
  ) {}

  @Get()
  @EnvironmentOrSessionAccess('environment:integrations:list')
  async list(
    @CurrentEnvironmentOrSession() caller: EnvironmentCaller | SessionCaller,
  ): Promise<ListIntegrationsResponse> {
    return { data: await this.reader.list(caller) };
  }

  @Post()
  @HttpCode(200)
  @EnvironmentAccess('environment:integrations:create')
  async create(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: createIntegrationBodySchema }) body: CreateIntegrationBody,
  ): Promise<IntegrationResponse> {
    return { data: await this.writer.create(environmentId, body) };
  }

  @Get(':uniqueKey')
  @EnvironmentKeyAccess('environment:integrations:read')
  async get(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Param({ schema: integrationParamsSchema }) { uniqueKey }: IntegrationParams,
    @Query({ schema: getIntegrationQuerySchema }) { include }: GetIntegrationQuery,
  ): Promise<IntegrationResponse> {
    return { data: await this.reader.get(caller, uniqueKey, include) };
  }

  @Patch(':uniqueKey')
  @EnvironmentAccess('environment:integrations:update')
  async update(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: integrationParamsSchema }) { uniqueKey }: IntegrationParams,
    @Body({ schema: updateIntegrationBodySchema }) body: UpdateIntegrationBody,
  ): Promise<IntegrationResponse> {
    return { data: await this.writer.update(environmentId, uniqueKey, body) };
  }

  @Delete(':uniqueKey')
  @EnvironmentAccess('environment:integrations:delete')
  async delete(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: integrationParamsSchema }) { uniqueKey }: IntegrationParams,
  ): Promise<{ success: true }> {
    await this.deletion.delete(environmentId, uniqueKey);
    return { success: true };
  }
}
