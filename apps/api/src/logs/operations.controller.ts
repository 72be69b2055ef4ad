import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  listOperationLinesQuerySchema,
  listOperationsQuerySchema,
  operationParamsSchema,
  type ListOperationLinesQuery,
  type ListOperationLinesResponse,
  type ListOperationsQuery,
  type ListOperationsResponse,
  type OperationResponse,
} from '@svc/contracts';
import { OperationReader, type EnvironmentCaller } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** What the gateway did in an environment, and what was logged meanwhile. */
@Controller('logs/operations')
@EnvironmentAccess('environment:logs:read')
export class OperationsController {
  constructor(private readonly operations: OperationReader) {}

  @Get()
  list(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Query({ schema: listOperationsQuerySchema }) query: ListOperationsQuery,
  ): Promise<ListOperationsResponse> {
    return this.operations.list(environmentId, query);
  }

  @Get(':id')
  async get(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: operationParamsSchema }) { id }: { id: string },
  ): Promise<OperationResponse> {
    return { data: await this.operations.get(environmentId, id) };
  }

  @Get(':id/lines')
  lines(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Param({ schema: operationParamsSchema }) { id }: { id: string },
    @Query({ schema: listOperationLinesQuerySchema }) query: ListOperationLinesQuery,
  ): Promise<ListOperationLinesResponse> {
    return this.operations.lines(environmentId, id, query);
  }
}
