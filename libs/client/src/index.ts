export * from './action-client.js';
export * from './proxy-client.js';
export type * from './requests.js';
export * from './svc.js';
export * from './svc-error.js';
export * from './sync-client.js';
export type { SvcOptions } from './transport.js';
/** What methods take and answer. The other shapes are reached through these. */
export type {
  ActionRun,
  ActionRunStatus,
  AsyncAction,
  CachedRecord,
  ConfirmedDeletions,
  Connection,
  ConnectionMetadataBody,
  ConnectSession,
  ConnectSessionResponse,
  CreateConnectSessionRequest,
  CreateConnectionRequest,
  CreateIntegrationBody,
  Credentials,
  EnvironmentVariable,
  FunctionCode,
  FunctionKind,
  FunctionSummary,
  GetProviderResponse,
  Integration,
  IntegrationResponse,
  ListActionRunsResponse,
  ListConnectionsResponse,
  ListedConnection,
  ListFunctionsResponse,
  ListIntegrationsResponse,
  ListProvidersResponse,
  ListRecordsResponse,
  ListSyncRunsResponse,
  PatchConnectionBody,
  ProviderTemplatesResponse,
  PruneRecordsResponse,
  ReconnectSessionRequest,
  RecordAction,
  RecordMetadata,
  SavedCheckpoint,
  ScriptsConfig,
  SyncFrequency,
  SyncName,
  SyncRun,
  SyncStatus,
  SyncStatusEntry,
  SyncVariant,
  TriggerSyncOptions,
  UpdateIntegrationBody,
} from '@svc/contracts';
