import { Module } from '@nestjs/common';
import { LanesModule } from '../lanes/lanes.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { WebhookEventsModule } from '../webhook-events/webhook-events.module.js';
import { FunctionLaneSource } from './function-lane-source.service.js';
import { WebhookRunEndings } from './webhook-run-endings.service.js';
import { WebhookRunExecutor } from './webhook-run-executor.service.js';
import { WebhookRuns } from './webhook-runs.service.js';

/** Webhooks of providers that functions handle. */
@Module({
  imports: [LanesModule, LogsModule, RunsModule, WebhookEventsModule],
  providers: [FunctionLaneSource, WebhookRunEndings, WebhookRunExecutor, WebhookRuns],
  exports: [FunctionLaneSource, WebhookRuns],
})
export class WebhookRunsModule {}
