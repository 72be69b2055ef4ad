import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  replaceEnvironmentVariablesBodySchema,
  type EnvironmentVariable,
  type ReplaceEnvironmentVariablesBody,
} from '@svc/contracts';
import { EnvironmentVariablesService, type AccountCaller, type EnvironmentCaller } from '@svc/domain';
import { AccountAccess, EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentAccount, CurrentEnvironment } from '../edge/caller.decorator.js';

/** Variables that functions read: read with a key of the environment, replaced with an account key (D19). */
@Controller('environment-variables')
export class EnvironmentVariablesController {
  constructor(private readonly variables: EnvironmentVariablesService) {}

  @Get()
  @EnvironmentAccess('environment:variables:read')
  async list(@CurrentEnvironment() { environmentId }: EnvironmentCaller): Promise<EnvironmentVariable[]> {
    return await this.variables.list(environmentId);
  }

  @Post()
  @HttpCode(200)
  @AccountAccess('account:environments:variables:write')
  async replace(
    @CurrentAccount() { accountId }: AccountCaller,
    @Body({ schema: replaceEnvironmentVariablesBodySchema }) body: ReplaceEnvironmentVariablesBody,
  ): Promise<{ success: true }> {
    await this.variables.replace(accountId, body);
    return { success: true };
  }
}
