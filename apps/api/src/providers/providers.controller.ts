import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import {
  listProvidersQuerySchema,
  providerParamsSchema,
  type GetProviderResponse,
  type ListProvidersQuery,
  type ProviderParams,
  type ProviderTemplatesResponse,
} from '@svc/contracts';
import { AppError } from '@svc/errors';
import { prepareAnswer, ProviderCatalogue } from '@svc/providers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EnvironmentAccess, EnvironmentOrSessionAccess } from '../edge/access.decorator.js';
import { sendPrepared } from './prepared-answer.js';

/** The provider catalogue (wire contract, section 3). */
@Controller('providers')
export class ProvidersController {
  constructor(private readonly catalogue: ProviderCatalogue) {}

  @Get()
  @EnvironmentOrSessionAccess()
  async list(
    @Query({ schema: listProvidersQuerySchema }) { search }: ListProvidersQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const answer = search ? prepareAnswer({ data: this.catalogue.list({ search }) }) : this.catalogue.listAnswer;
    await sendPrepared(request, reply, answer, 'private');
  }

  @Get(':provider')
  @EnvironmentOrSessionAccess()
  get(@Param({ schema: providerParamsSchema }) { provider: name }: ProviderParams): GetProviderResponse {
    const provider = this.catalogue.get(name);
    if (provider) return { data: provider };
    throw new AppError('not_found', `There is no provider "${name}". GET /providers lists all of them.`);
  }

  @Get(':provider/templates')
  @EnvironmentAccess()
  templates(@Param({ schema: providerParamsSchema }) { provider }: ProviderParams): ProviderTemplatesResponse {
    return { data: [...this.catalogue.templates(provider)] };
  }
}
