import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  createEnvironmentBodySchema,
  environmentPathSchema,
  pageQuerySchema,
  satisfiesScope,
  updateEnvironmentBodySchema,
  type CreateEnvironmentBody,
  type CreatedEnvironment,
  type EnvironmentList,
  type EnvironmentPath,
  type PageQuery,
  type UpdateEnvironmentBody,
  type UpdatedEnvironment,
} from '@svc/contracts';
import { EnvironmentDeletion, EnvironmentPresentations, EnvironmentsService, type AccountCaller } from '@svc/domain';
import { AppError } from '@svc/errors';
import { AccountAccess } from '../edge/access.decorator.js';
import { CurrentAccount } from '../edge/caller.decorator.js';

/** The environments of an account (wire contract, section 12; D19). */
@Controller('environments')
export class EnvironmentsController {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly deletion: EnvironmentDeletion,
    private readonly presentations: EnvironmentPresentations,
  ) {}

  @Get()
  @AccountAccess('account:environments:list')
  async list(
    @CurrentAccount() { accountId }: AccountCaller,
    @Query({ schema: pageQuerySchema }) query: PageQuery,
  ): Promise<EnvironmentList> {
    return await this.environments.list(accountId, query);
  }

  @Post()
  @HttpCode(200)
  @AccountAccess('account:environments:create')
  async create(
    @CurrentAccount() { accountId, scopes }: AccountCaller,
    @Body({ schema: createEnvironmentBodySchema }) body: CreateEnvironmentBody,
  ): Promise<CreatedEnvironment> {
    if (body.is_production && !satisfiesScope(scopes, 'account:environments:set_production')) {
      throw new AppError('forbidden', 'is_production: the key lacks the scope account:environments:set_production.');
    }
    return await this.environments.create(accountId, body);
  }

  /** The redirect URI and the look of the hosted page; whoever may make environments may set them up. */
  @Patch(':id')
  @AccountAccess('account:environments:create')
  async update(
    @CurrentAccount() { accountId }: AccountCaller,
    @Param({ schema: environmentPathSchema }) { id }: EnvironmentPath,
    @Body({ schema: updateEnvironmentBodySchema }) body: UpdateEnvironmentBody,
  ): Promise<UpdatedEnvironment> {
    return await this.presentations.update(accountId, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @AccountAccess('account:environments:delete')
  async delete(
    @CurrentAccount() { accountId }: AccountCaller,
    @Param({ schema: environmentPathSchema }) { id }: EnvironmentPath,
  ): Promise<void> {
    await this.deletion.delete(accountId, id);
  }
}
