import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import {
  createProviderBodySchema,
  listProvidersQuerySchema,
  providerParamsSchema,
  templateParamsSchema,
  templateQuerySchema,
  updateProviderBodySchema,
  type CreateProviderBody,
  type CustomProviderResponse,
  type FunctionCode,
  type GetProviderResponse,
  type ListProvidersQuery,
  type ProviderParams,
  type ProviderTemplatesResponse,
  type TemplateParams,
  type TemplateQuery,
  type UpdateProviderBody,
} from '@svc/contracts';
import {
  CustomProviderLoader,
  CustomProviders,
  FunctionTemplateLookup,
  type EnvironmentCaller,
  type SessionCaller,
} from '@svc/domain';
import { AppError } from '@svc/errors';
import { prepareAnswer, ProviderCatalogue } from '@svc/providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentAccess, EnvironmentOrSessionAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment, CurrentEnvironmentOrSession } from '../edge/caller.decorator.js';
import { sendPrepared } from './prepared-answer.js';

/** The provider catalogue (wire contract, section 3), and what an environment adds to it for itself. */
@Controller('providers')
export class ProvidersController {
  constructor(
    private readonly catalogue: ProviderCatalogue,
    private readonly loader: CustomProviderLoader,
    private readonly custom: CustomProviders,
    private readonly functionTemplates: FunctionTemplateLookup,
  ) {}

  @Get()
  @EnvironmentOrSessionAccess()
  async list(
    @CurrentEnvironmentOrSession() { environmentId }: EnvironmentCaller | SessionCaller,
    @Query({ schema: listProvidersQuerySchema }) { search }: ListProvidersQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = search
      ? prepareAnswer({ data: this.catalogue.list({ search, environmentId }) })
      : this.catalogue.listAnswer(environmentId);
    await sendPrepared(request, reply, answer, 'private');
  }

  @Post()
  @EnvironmentAccess('environment:integrations:create')
  async create(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Body({ schema: createProviderBodySchema }) body: CreateProviderBody,
  ): Promise<CustomProviderResponse> {
    return { data: await this.custom.create(environmentId, body) };
  }

  @Get(':provider')
  @EnvironmentOrSessionAccess()
  async get(
    @CurrentEnvironmentOrSession() { environmentId }: EnvironmentCaller | SessionCaller,
    @Param({ schema: providerParamsSchema }) { provider: name }: ProviderParams,
  ): Promise<GetProviderResponse> {
    const provider = await this.loader.find(environmentId, name);
    if (provider) return { data: provider };
    throw new AppError('not_found', `There is no provider "${name}". GET /providers lists all of them.`);
  }

  @Patch(':provider')
  @EnvironmentAccess('environment:integrations:update')
  async update(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Param({ schema: providerParamsSchema }) { provider }: ProviderParams,
    @Body({ schema: updateProviderBodySchema }) body: UpdateProviderBody,
  ): Promise<CustomProviderResponse> {
    return { data: await this.custom.update(caller, provider, body) };
  }

  @Delete(':provider')
  @EnvironmentAccess('environment:integrations:delete')
  async delete(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: providerParamsSchema }) { provider }: ProviderParams,
  ): Promise<{ success: true }> {
    await this.custom.delete(environmentId, provider);
    return { success: true };
  }

  @Get(':provider/templates')
  @EnvironmentAccess()
  templates(@Param({ schema: providerParamsSchema }) { provider }: ProviderParams): ProviderTemplatesResponse {
    return { data: this.functionTemplates.list(provider) };
  }

  @Get(':provider/templates/:name/code')
  @EnvironmentAccess()
  templateCode(
    @Param({ schema: templateParamsSchema }) { provider, name }: TemplateParams,
    @Query({ schema: templateQuerySchema }) { type }: TemplateQuery,
  ): FunctionCode {
    const { summary, code } = this.functionTemplates.get(provider, { name, type });
    return { type: summary.type, code };
  }
}
