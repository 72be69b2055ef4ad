import type { Checkpoint, Credentials, FunctionKind, RecordAction } from '@svc/contracts';

/** A sync by name (variant `base`), or by name and variant. */
export type SyncName = string | { readonly name: string; readonly variant: string };

/** An integration: the configuration of one provider inside one environment. */
export interface Integration {
  unique_key: string;
  display_name: string;
  provider: string;
  logo: string;
  forward_webhooks: boolean;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601. */
  updated_at: string;
  /** With `include: ['webhook']`: where the provider sends webhooks; null when it sends none. */
  webhook_url?: string | null;
  /** With `include: ['credentials']` and a credentials scope. */
  credentials?: Record<string, string | null> | null;
}

export interface CreateIntegrationRequest {
  provider: string;
  unique_key: string;
  display_name?: string;
  credentials?: Record<string, string>;
  integration_config?: Record<string, string>;
  /** True when left out. */
  forward_webhooks?: boolean;
}

export interface UpdateIntegrationRequest {
  unique_key?: string;
  display_name?: string;
  forward_webhooks?: boolean;
  credentials?: Record<string, string>;
  integration_config?: Record<string, string>;
  custom?: Record<string, string>;
}

export interface DeletedIntegration {
  success: true;
}

/** Type and log id of a recorded problem. */
export interface ConnectionError {
  type: string;
  log_id: string;
}

/** @deprecated Use tags. */
export interface EndUser {
  id: string;
  email?: string | null;
  display_name?: string | null;
  tags?: Record<string, string> | null;
  organization?: { id: string; display_name?: string | null } | null;
}

interface ConnectionBase {
  id: number;
  connection_id: string;
  provider: string;
  provider_config_key: string;
  metadata: Record<string, unknown> | null;
  tags: Record<string, string>;
  /** Empty when healthy. */
  errors: ConnectionError[];
  /** @deprecated Use tags. */
  end_user: EndUser | null;
}

/** A connection as lists show it. */
export interface ConnectionSummary extends ConnectionBase {
  /** ISO 8601. */
  created: string;
}

/** A connection as it is read one by one. */
export interface Connection extends ConnectionBase {
  connection_config: Record<string, unknown>;
  created_at: string;
  updated_at: string;
  last_fetched_at: string;
  /** Only for keys with a credentials scope. */
  credentials?: Credentials;
}

export interface ListConnectionsRequest {
  /** Exact; may match several connections across integrations. */
  connectionId?: string;
  integrationId?: string | string[];
  /** Part of the connection id, or of the end user's name or e-mail address. */
  search?: string;
  tags?: Record<string, string>;
  /** @deprecated Use tags. */
  userId?: string;
  limit?: number;
  /** From 0. */
  page?: number;
}

export interface GetConnectionOptions {
  /** Refresh the token whatever its age. */
  forceRefresh?: boolean;
  /** Include refresh tokens. */
  refreshToken?: boolean;
  /** Renew the JWT of app-style connections. */
  refreshAppJwtToken?: boolean;
}

export interface ImportConnectionRequest {
  provider_config_key: string;
  /** A UUID is made when left out. */
  connection_id?: string;
  /** By auth mode, such as `{type: 'API_KEY', apiKey: '...'}`. */
  credentials: { type: string } & Record<string, unknown>;
  metadata?: Record<string, unknown>;
  connection_config?: Record<string, unknown>;
  tags?: Record<string, string>;
  webhook_url?: string;
}

export interface PatchConnectionRequest {
  /** Replaces all tags. */
  tags?: Record<string, string>;
  /** Empty text clears the override. */
  webhook_url?: string;
  /** @deprecated Use tags. */
  end_user?: EndUser;
}

export interface MetadataResponse {
  connection_id: string | string[];
  provider_config_key: string;
  metadata: Record<string, unknown>;
}

export interface TriggerSyncOptions {
  /** Forget the checkpoint and start over. */
  reset?: boolean;
  /** With `reset`: empty the cache first. */
  emptyCache?: boolean;
}

export type SyncStatus = 'RUNNING' | 'SUCCESS' | 'ERROR' | 'PAUSED' | 'STOPPED';

export interface SyncStatusEntry {
  id: string;
  connection_id: string;
  name: string;
  variant: string;
  status: SyncStatus;
  /** Machine-readable, such as `stalled`, `auth_dead` or `paused_by_user`. */
  reason?: string | null;
  /** @deprecated */
  type: string;
  finishedAt?: string;
  nextScheduledSyncAt: string | null;
  frequency: string | null;
  latestResult?: Record<string, { added: number; updated: number; deleted: number }>;
  recordCount: Record<string, number>;
  checkpoint: Checkpoint | null;
}

export interface SyncVariantRequest {
  provider_config_key: string;
  connection_id: string;
  name: string;
  /** Anything but `base`. */
  variant: string;
}

export interface SyncVariantResponse {
  id: string;
  name: string;
  variant: string;
}

export interface ListRecordsRequest {
  providerConfigKey: string;
  connectionId: string;
  model: string;
  variant?: string;
  /** ISO 8601 with Z; not older than 365 days. */
  modifiedAfter?: string;
  /** 1 to 10,000; 100 when left out. */
  limit?: number;
  filter?: RecordAction[];
  /** `next_cursor` of the page before, or the cursor of the last record that you handled. */
  cursor?: string;
  /** At most 100. */
  ids?: string[];
}

export interface ActionRequest {
  providerConfigKey: string;
  connectionId: string;
  actionName: string;
  input?: unknown;
}

export interface AsyncActionHandle {
  id: string;
  /** `/action/<id>` */
  statusUrl: string;
}

export interface ListFunctionsRequest {
  uniqueKey: string;
  type?: FunctionKind;
  search?: string;
  /** From 0. */
  page?: number;
  /** 1 to 100; 20 when left out. */
  limit?: number;
}

export interface FunctionRequest {
  uniqueKey: string;
  name: string;
  type?: FunctionKind;
}

export interface EnvironmentVariable {
  name: string;
  value: string;
}
