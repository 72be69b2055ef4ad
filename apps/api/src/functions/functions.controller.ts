import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import {
  deleteFunctionQuerySchema,
  functionParamsSchema,
  functionQuerySchema,
  integrationFunctionsParamsSchema,
  listFunctionsQuerySchema,
  listFunctionVersionsQuerySchema,
  patchFunctionBodySchema,
  type FunctionCode,
  type FunctionKind,
  type FunctionParams,
  type FunctionSummary,
  type ListFunctionsQuery,
  type ListFunctionsResponse,
  type ListFunctionVersionsQuery,
  type ListFunctionVersionsResponse,
  type PatchFunctionBody,
} from '@svc/contracts';
import { DeployHistory, FunctionReader, FunctionRemoval, FunctionSwitch, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** Functions of an integration (wire contract, section 11). */
@Controller('integrations/:uniqueKey/functions')
export class FunctionsController {
  constructor(
    private readonly functions: FunctionReader,
    private readonly removal: FunctionRemoval,
    private readonly switches: FunctionSwitch,
    private readonly history: DeployHistory,
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

  @Get(':name/versions')
  @EnvironmentAccess('environment:functions:read', 'environment:deploy')
  versions(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionParamsSchema }) address: FunctionParams,
    @Query({ schema: listFunctionVersionsQuerySchema }) query: ListFunctionVersionsQuery,
  ): Promise<ListFunctionVersionsResponse> {
    return this.history.versionsOf({ environmentId, ...address, type: query.type }, query);
  }

  @Patch(':name')
  @EnvironmentAccess('environment:deploy')
  async change(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: functionParamsSchema }) address: FunctionParams,
    @Query({ schema: functionQuerySchema }) query: { type?: FunctionKind },
    @Body({ schema: patchFunctionBodySchema }) { enabled }: PatchFunctionBody,
  ): Promise<{ data: FunctionSummary }> {
    return { data: await this.switches.set({ environmentId, ...address, ...query }, enabled) };
  }

  @Delete(':name')
  @EnvironmentAccess('environment:functions:delete')
  async remove(
    @CurrentEnvironment() { environmentId, keyId }: EnvironmentCaller,
    @Param({ schema: functionParamsSchema }) address: FunctionParams,
    @Query({ schema: deleteFunctionQuerySchema }) { type }: { type: FunctionKind },
  ): Promise<{ data: { success: true } }> {
    await this.removal.remove({ environmentId, ...address, type }, keyId);
    return { data: { success: true } };
  }
}
