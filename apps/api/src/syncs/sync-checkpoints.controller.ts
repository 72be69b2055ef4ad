import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  listCheckpointsQuerySchema,
  restoreCheckpointBodySchema,
  type ListCheckpointsQuery,
  type ListCheckpointsResponse,
  type RestoreCheckpointBody,
  type RestoreCheckpointResponse,
} from '@svc/contracts';
import { CheckpointHistory, type EnvironmentCaller, type SyncTarget } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';

/** The latest checkpoints of a sync. */
@Controller('sync/checkpoints')
export class SyncCheckpointsController {
  constructor(private readonly checkpoints: CheckpointHistory) {}

  @Get()
  @EnvironmentAccess('environment:syncs:read')
  async list(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Query({ schema: listCheckpointsQuerySchema }) query: ListCheckpointsQuery,
  ): Promise<ListCheckpointsResponse> {
    return await this.checkpoints.list(targetOf(caller, query), query);
  }

  /** The next run goes on from a checkpoint that was saved earlier. */
  @Post('restore')
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:update')
  async restore(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: restoreCheckpointBodySchema }) body: RestoreCheckpointBody,
  ): Promise<RestoreCheckpointResponse> {
    return { data: await this.checkpoints.restore(targetOf(caller, body), body.sync, body.version) };
  }
}

const targetOf = (
  { environmentId }: EnvironmentCaller,
  query: Pick<ListCheckpointsQuery, 'provider_config_key' | 'connection_id'>,
): SyncTarget => ({
  environmentId,
  providerConfigKey: query.provider_config_key,
  connectionId: query.connection_id,
});
