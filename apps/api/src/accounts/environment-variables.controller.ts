import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import {
  environmentVariableParamsSchema,
  replaceEnvironmentVariablesBodySchema,
  setEnvironmentVariableBodySchema,
  type EnvironmentVariable,
  type ReplaceEnvironmentVariablesBody,
  type SetEnvironmentVariableBody,
} from '@svc/contracts';
import { EnvironmentVariablesService, type AccountCaller, type EnvironmentCaller } from '@svc/domain';
import { AccountAccess, EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentAccount, CurrentEnvironment } from '../edge/caller.decorator.js';

/** Variables that functions read: all replaced with an account key (D19), read, set and removed with a key of the environment. */
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

  @Put(':name')
  @EnvironmentAccess('environment:variables:write')
  async set(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: environmentVariableParamsSchema }) { name }: { name: string },
    @Body({ schema: setEnvironmentVariableBodySchema }) { value }: SetEnvironmentVariableBody,
  ): Promise<{ success: true }> {
    await this.variables.set(environmentId, { name, value });
    return { success: true };
  }

  @Delete(':name')
  @EnvironmentAccess('environment:variables:write')
  async remove(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: environmentVariableParamsSchema }) { name }: { name: string },
  ): Promise<{ success: true }> {
    await this.variables.remove(environmentId, name);
    return { success: true };
  }
}
