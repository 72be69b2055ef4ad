import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { runTriggerSyncSchema, type RunTriggerSync } from '@svc/contracts';
import { SyncControl, type RunClaims, type SyncTarget } from '@svc/domain';
import { CurrentRun } from './current-run.decorator.js';

/** Syncs that functions start. */
@Controller('run/syncs')
export class RunSyncsController {
  constructor(private readonly syncs: SyncControl) {}

  @Post('trigger')
  @HttpCode(204)
  async trigger(
    @CurrentRun() run: RunClaims,
    @Body({ schema: runTriggerSyncSchema }) body: RunTriggerSync,
  ): Promise<void> {
    const { sync, reset, empty_cache: emptyCache } = body;
    await this.syncs.trigger(targetOf(run, body), [sync], { reset, emptyCache: reset && emptyCache });
  }

  @Post('start')
  @HttpCode(204)
  async start(
    @CurrentRun() run: RunClaims,
    @Body({ schema: runTriggerSyncSchema }) body: RunTriggerSync,
  ): Promise<void> {
    await this.syncs.start(targetOf(run, body), [body.sync]);
  }
}

const targetOf = (
  { environmentId }: RunClaims,
  { provider_config_key: providerConfigKey, connection_id: connectionId }: RunTriggerSync,
): SyncTarget => ({ environmentId, providerConfigKey, connectionId });
