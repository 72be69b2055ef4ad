import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import {
  deleteFunctionQuerySchema,
  functionParamsSchema,
  functionQuerySchema,
  integrationFunctionsParamsSchema,
  listFunctionsQuerySchema,
  type FunctionCode,
  type FunctionKind,
  type FunctionParams,
  type FunctionSummary,
  type ListFunctionsQuery,
  type ListFunctionsResponse,
} from '@svc/contracts';
import { FunctionReader, FunctionRemoval, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Functions of an integration (wire contract, section 11). */
@Controller('integrations/:uniqueKey/functions')
export class FunctionsController {
  constructor(
    private readonly functions: FunctionReader,
    private readonly removal: FunctionRemoval,
  ) {}

  @Get()
  @EnvironmentAccess('environment:functions:list')
  list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: integrationFunctionsParamsSchema }) { uniqueKey }: { uniqueKey: string },
    @Query({ schema: listFunctionsQuerySchema }) query: ListFunctionsQuery,
  ): Promise<ListFunctionsResponse> {
    return this.functions.list(environmentId, uniqueKey, query);
  }

  @Get(':name')
  @EnvironmentAccess('environment:functions:read')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionParamsSchema }) address: FunctionParams,
    @Query({ schema: functionQuerySchema }) query: { type?: FunctionKind },
  ): Promise<{ data: FunctionSummary }> {
    return { data: await this.functions.get({ environmentId, ...address, ...query }) };
  }

  @Get(':name/code')
  @EnvironmentAccess('environment:functions:read')
  code(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionParamsSchema }) address: FunctionParams,
    @Query({ schema: functionQuerySchema }) query: { type?: FunctionKind },
  ): Promise<FunctionCode> {
    return this.functions.code({ environmentId, ...address, ...query });
  }

  @Delete(':name')
  @EnvironmentAccess('environment:functions:delete')
  async remove(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionParamsSchema }) { uniqueKey, name }: FunctionParams,
    @Query({ schema: deleteFunctionQuerySchema }) { type }: { type: FunctionKind },
  ): Promise<{ data: { success: true } }> {
    await this.removal.remove(environmentId, uniqueKey, name, type);
    return { data: { success: true } };
  }
}
