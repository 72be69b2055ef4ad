import { Body, Controller, Get, Headers, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  controlSyncsBodySchema,
  syncStatusQuerySchema,
  triggerModeOf,
  triggerSyncsBodySchema,
  updateSyncFrequencyBodySchema,
  type ControlSyncsBody,
  type SyncFrequency,
  type SyncStatusEntry,
  type SyncStatusQuery,
  type TriggerSyncsBody,
  type UpdateSyncFrequencyBody,
} from '@svc/contracts';
import { SyncControl, SyncFrequencies, SyncStatuses, type EnvironmentCaller, type SyncTarget } from '@svc/domain';
import { EnvironmentAccess } from '../edge/access.decorator.js';
import { CurrentEnvironment } from '../edge/caller.decorator.js';
import { triggerTargetOf } from './trigger-target.js';

/** Triggers, starts, pauses and shows syncs (wire contract, section 9). */
@Controller('sync')
export class SyncsController {
  constructor(
    private readonly control: SyncControl,
    private readonly statuses: SyncStatuses,
    private readonly frequencies: SyncFrequencies,
  ) {}

  @Post('trigger')
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:execute')
  async trigger(
    @CurrentEnvironment() { environmentId }: EnvironmentCaller,
    @Headers() headers: Readonly<Record<string, string | undefined>>,
    @Body({ schema: triggerSyncsBodySchema }) body: TriggerSyncsBody,
  ): Promise<void> {
    await this.control.trigger(triggerTargetOf(environmentId, body, headers), body.syncs, triggerModeOf(body));
  }

  @Post('start')
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:execute')
  async start(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: controlSyncsBodySchema }) body: ControlSyncsBody,
  ): Promise<void> {
    await this.control.start(targetOf(caller, body), body.syncs);
  }

  @Post('pause')
  @HttpCode(200)
  @EnvironmentAccess('environment:syncs:execute')
  async pause(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: controlSyncsBodySchema }) body: ControlSyncsBody,
  ): Promise<void> {
    await this.control.pause(targetOf(caller, body), body.syncs);
  }

  @Get('status')
  @EnvironmentAccess('environment:syncs:read')
  async status(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Query({ schema: syncStatusQuerySchema }) query: SyncStatusQuery,
  ): Promise<{ syncs: SyncStatusEntry[] }> {
    return { syncs: await this.statuses.list(targetOf(caller, query), query.syncs) };
  }

  @Put('update-connection-frequency')
  @EnvironmentAccess('environment:syncs:update')
  async updateFrequency(
    @CurrentEnvironment() caller: EnvironmentCaller,
    @Body({ schema: updateSyncFrequencyBodySchema }) body: UpdateSyncFrequencyBody,
  ): Promise<SyncFrequency> {
    const target = { ...targetOf(caller, body), connectionId: body.connection_id };
    return {
      frequency: await this.frequencies.update(
        target,
        { name: body.sync_name, variant: body.sync_variant },
        body.frequency,
      ),
    };
  }
}

const targetOf = (
  { environmentId }: EnvironmentCaller,
  {
    provider_config_key: providerConfigKey,
    connection_id: connectionId,
  }: { provider_config_key: string; connection_id?: string | undefined },
): SyncTarget => ({ environmentId, providerConfigKey, connectionId });
