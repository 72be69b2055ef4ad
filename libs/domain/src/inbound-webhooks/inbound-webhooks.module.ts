import { Module } from '@nestjs/common';
import { ConnectionLookupModule } from '../connections/connection-lookup.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { WebhookDispatchModule } from '../deliveries/webhook-dispatch.module.js';
import { LanesModule } from '../lanes/lanes.module.js';
import { LogsModule } from '../logs/logs.module.js';
import { WebhookRunsModule } from '../webhook-runs/webhook-runs.module.js';
import { ForwardedWebhooks } from './forwarded-webhooks.service.js';
import { GivenSecrets } from './given-secrets.service.js';
import { InboundDispatcher } from './inbound-dispatcher.service.js';
import { InboundLane } from './inbound-lane.service.js';
import { InboundStore } from './inbound-store.service.js';
import { InboundTargets } from './inbound-targets.service.js';
import { InboundWebhookHistory } from './inbound-webhook-history.service.js';
import { InboundWebhookRetention } from './inbound-webhook-retention.service.js';
import { IntakeBuffer } from './intake-buffer.service.js';
import { IntakeRate } from './intake-rate.service.js';
import { ProviderKeys } from './provider-keys.service.js';
import { RefusalLog } from './refusal-log.service.js';
import { InboundOutlets } from './inbound-outlets.service.js';
import { WebhookGate } from './webhook-gate.service.js';
import { WebhookIntake } from './webhook-intake.service.js';
import { WebhookRules } from './webhook-rules.service.js';
import { WebhookVerifier } from './webhook-verifier.service.js';

/** Webhooks of providers: taking them in, and handing them on to the connections that they are for. */
@Module({
  imports: [
    ConnectionLookupModule,
    CredentialsModule,
    LanesModule,
    LogsModule,
    WebhookDispatchModule,
    WebhookRunsModule,
  ],
  providers: [
    ForwardedWebhooks,
    GivenSecrets,
    InboundDispatcher,
    InboundLane,
    InboundStore,
    InboundTargets,
    InboundWebhookHistory,
    InboundWebhookRetention,
    IntakeBuffer,
    IntakeRate,
    ProviderKeys,
    RefusalLog,
    InboundOutlets,
    WebhookGate,
    WebhookIntake,
    WebhookRules,
    WebhookVerifier,
  ],
  exports: [InboundLane, InboundWebhookHistory, InboundWebhookRetention, WebhookIntake],
})
export class InboundWebhooksModule {}
