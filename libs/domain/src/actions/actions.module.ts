import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { FunctionsModule } from '../functions/functions.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { WebhookEventsModule } from '../webhook-events/webhook-events.module.js';
import { ActionAdmission } from './action-admission.service.js';
import { ActionCancellation } from './action-cancellation.service.js';
import { ActionEndings } from './action-endings.service.js';
import { ActionExecutor } from './action-executor.service.js';
import { ActionOperations } from './action-operations.service.js';
import { ActionPayloads } from './action-payloads.service.js';
import { ActionRequests } from './action-requests.service.js';
import { ActionResults } from './action-results.service.js';
import { ActionRunHistory } from './action-run-history.service.js';
import { ActionRunner } from './action-runner.service.js';
import { ActionTargets } from './action-targets.service.js';
import { ActionTools } from './action-tools.service.js';
import { ActionTriggers } from './action-triggers.service.js';
import { AsynchronousActions } from './asynchronous-actions.service.js';
import { LostActions } from './lost-actions.service.js';
import { NestedActions } from './nested-actions.service.js';
import { SynchronousActions } from './synchronous-actions.service.js';

/** Actions: triggered and waited for, or run in the background. */
@Module({
  imports: [ConnectionLookupModule, FunctionsModule, LogsModule, OutboxModule, RunsModule, WebhookEventsModule],
  providers: [
    ActionAdmission,
    ActionCancellation,
    ActionEndings,
    ActionExecutor,
    ActionOperations,
    ActionPayloads,
    ActionRequests,
    ActionResults,
    ActionRunHistory,
    ActionRunner,
    ActionTargets,
    ActionTools,
    ActionTriggers,
    AsynchronousActions,
    LostActions,
    NestedActions,
    SynchronousActions,
  ],
  exports: [
    ActionCancellation,
    ActionExecutor,
    ActionResults,
    ActionRunHistory,
    ActionTools,
    ActionTriggers,
    LostActions,
    NestedActions,
    SynchronousActions,
  ],
})
export class ActionsModule {}
