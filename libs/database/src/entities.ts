import { AccountEntity } from './entities/account.entity.js';
import { AccountKeyEntity } from './entities/account-key.entity.js';
import { ActionRunEntity } from './entities/action-run.entity.js';
import { ActionSlotsEntity } from './entities/action-slots.entity.js';
import { ApiKeyEntity } from './entities/api-key.entity.js';
import { ClientRegistrationEntity } from './entities/client-registration.entity.js';
import { ConnectAttemptEntity } from './entities/connect-attempt.entity.js';
import { ConnectSessionEntity } from './entities/connect-session.entity.js';
import { ConnectionEntity } from './entities/connection.entity.js';
import { CredentialRevocationEntity } from './entities/credential-revocation.entity.js';
import { CustomProviderEntity } from './entities/custom-provider.entity.js';
import { DeployChangeEntity } from './entities/deploy-change.entity.js';
import { DeployEntity } from './entities/deploy.entity.js';
import { DryRunWriteEntity } from './entities/dry-run-write.entity.js';
import { FunctionJobEntity } from './entities/function-job.entity.js';
import { EnvironmentEntity } from './entities/environment.entity.js';
import { EnvironmentVariableEntity } from './entities/environment-variable.entity.js';
import { FunctionInvocationEntity } from './entities/function-invocation.entity.js';
import { FunctionEntity } from './entities/function.entity.js';
import { FunctionVersionEntity } from './entities/function-version.entity.js';
import { InboundWebhookEntity } from './entities/inbound-webhook.entity.js';
import { InstalledPackageEntity } from './entities/installed-package.entity.js';
import { IntegrationEntity } from './entities/integration.entity.js';
import { LaneEntity } from './entities/lane.entity.js';
import { ProviderOutageEntity } from './entities/provider-outage.entity.js';
import { RateLimitWindowEntity } from './entities/rate-limit-window.entity.js';
import { RecordEntity } from './entities/record.entity.js';
import { RecordSeenEntity } from './entities/record-seen.entity.js';
import { RecordStreamEntity } from './entities/record-stream.entity.js';
import { RunLockEntity } from './entities/run-lock.entity.js';
import { ScriptEntity } from './entities/script.entity.js';
import { SyncCheckpointEntity } from './entities/sync-checkpoint.entity.js';
import { SyncEntity } from './entities/sync.entity.js';
import { SyncRunEntity } from './entities/sync-run.entity.js';
import { TemporalCommandEntity } from './entities/temporal-command.entity.js';
import { WebhookAttemptEntity } from './entities/webhook-attempt.entity.js';
import { WebhookDeliveryEntity } from './entities/webhook-delivery.entity.js';
import { WebhookEndpointEntity } from './entities/webhook-endpoint.entity.js';
import { WebhookEventEntity } from './entities/webhook-event.entity.js';
import { WebhookRunEntity } from './entities/webhook-run.entity.js';
import { WorkerProcessEntity } from './entities/worker-process.entity.js';

/** Every entity. They refer to each other by id only, so that no two of them import each other. */
export const ENTITIES = [
  AccountEntity,
  AccountKeyEntity,
  ActionRunEntity,
  ActionSlotsEntity,
  ApiKeyEntity,
  ClientRegistrationEntity,
  ConnectAttemptEntity,
  ConnectSessionEntity,
  ConnectionEntity,
  CredentialRevocationEntity,
  CustomProviderEntity,
  DeployChangeEntity,
  DeployEntity,
  DryRunWriteEntity,
  FunctionJobEntity,
  EnvironmentEntity,
  EnvironmentVariableEntity,
  FunctionEntity,
  FunctionInvocationEntity,
  FunctionVersionEntity,
  InboundWebhookEntity,
  InstalledPackageEntity,
  IntegrationEntity,
  LaneEntity,
  ProviderOutageEntity,
  RateLimitWindowEntity,
  RecordEntity,
  RecordSeenEntity,
  RecordStreamEntity,
  RunLockEntity,
  ScriptEntity,
  SyncCheckpointEntity,
  SyncEntity,
  SyncRunEntity,
  TemporalCommandEntity,
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
  WebhookEndpointEntity,
  WebhookEventEntity,
  WebhookRunEntity,
  WorkerProcessEntity,
];
