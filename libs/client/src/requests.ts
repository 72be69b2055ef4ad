import type {
  ActionRunStatus,
  Checkpoint,
  FunctionKind,
  RecordAction,
  SyncName,
  SyncVariantBody,
  SyncVariantParams,
} from '@svc/contracts';

/** Which connections to list; all filters must match. */
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

/** How a connection is waited for. */
export interface WaitForConnectionOptions {
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Pause between two attempts in milliseconds; 2,000 when left out. */
  intervalMs?: number;
}

/** How a connection is read. */
export interface GetConnectionOptions {
  /** Refresh the token whatever its age. */
  forceRefresh?: boolean;
  /** Include refresh tokens. */
  refreshToken?: boolean;
  /** Renew the JWT of app-style connections. */
  refreshAppJwtToken?: boolean;
}

/** Token and secret of OAuth 1. */
export interface OAuth1Token {
  oAuthToken: string;
  oAuthTokenSecret: string;
}

/** A variant of a sync at one connection; `variant` is anything but `base`. */
export type SyncVariantRequest = SyncVariantBody & SyncVariantParams;

/** Which records to read. */
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

/** Which payloads to take away. */
export interface PruneRecordsRequest {
  providerConfigKey: string;
  connectionId: string;
  model: string;
  variant?: string;
  /** `_metadata.cursor` of the last record that is not needed any more. */
  untilCursor: string;
  /** 1 to 10,000; 1,000 when left out. */
  limit?: number;
}

/** Which held deletions to decide about. */
export interface HeldDeletionsRequest {
  providerConfigKey: string;
  connectionId: string;
  model: string;
  variant?: string;
}

/** Which runs of syncs to list. */
export interface ListSyncRunsRequest {
  providerConfigKey: string;
  /** Every connection when left out. */
  connectionId?: string;
  /** Every sync when left out. */
  syncs?: readonly SyncName[];
  status?: 'QUEUED' | 'RUNNING' | 'SUCCESS' | 'ERROR' | 'STOPPED';
  /** 1 to 100; 100 when left out. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}

/** A run of one sync of one connection over a window: at least one of `from`, `to` and `checkpoint`. */
export interface RunSyncWindow {
  providerConfigKey: string;
  connectionId: string;
  sync: SyncName;
  /** The function's `lastSyncDate`. ISO 8601 with a time zone. */
  from?: string;
  /** The function's `window.to`. ISO 8601 with a time zone. */
  to?: string;
  checkpoint?: Checkpoint;
}

/** One sync of one connection. */
export interface CheckpointRequest {
  providerConfigKey: string;
  connectionId: string;
  sync: SyncName;
}

/** Which of the checkpoints of a sync to list. */
export interface ListCheckpointsRequest extends CheckpointRequest {
  /** 1 to 100; 100 when left out. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}

/** Which action to run, with what input. */
export interface ActionRequest {
  providerConfigKey: string;
  connectionId: string;
  actionName: string;
  input?: unknown;
  /** 1 to 255 visible ASCII characters: calls with the same key run the action once and get the same answer. */
  idempotencyKey?: string;
}

/** Which action to start in the background. */
export interface AsyncActionRequest extends ActionRequest {
  /** How often a failed attempt is repeated, 0 to 5; 0 when left out. */
  maxRetries?: number;
}

/** How an asynchronous action is waited for. */
export interface WaitForActionOptions {
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Least time between two questions in milliseconds; 1,000 when left out. The gateway answers each as soon as the action ends. */
  intervalMs?: number;
}

/** Which runs of actions to list; all filters must match. */
export interface ListActionRunsRequest {
  status?: ActionRunStatus;
  actionName?: string;
  providerConfigKey?: string;
  connectionId?: string;
  /** ISO 8601: runs that were asked for at this time or later. */
  createdAfter?: string;
  /** ISO 8601: runs that were asked for before this time. */
  createdBefore?: string;
  /** 1 to 100; 100 when left out. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}

/** Which functions of an integration to list. */
export interface ListFunctionsRequest {
  uniqueKey: string;
  type?: FunctionKind;
  search?: string;
  /** From 0. */
  page?: number;
  /** 1 to 100; 20 when left out. */
  limit?: number;
}

/** One function; `type` is needed where a sync and an action share a name. */
export interface FunctionRequest {
  uniqueKey: string;
  name: string;
  type?: FunctionKind;
}

/** A page of a list. */
export interface PageRequest {
  /** Entries a page, 1 to 100; 100 when left out. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}

/** A function to be deployed from its source. */
export interface DeployFunctionRequest {
  /** Unique key of the integration. */
  integration_id: string;
  function_name: string;
  function_type: 'action' | 'sync';
  /** TypeScript. It may import only what the gateway gives to functions. */
  code: string;
  version?: string;
  /** Whether cached records may be abandoned that no sync would write any more. */
  allow_destructive?: boolean;
}

/** Which runs of functions that events called for to list; all that is given must match. */
export interface ListEventRunsRequest extends PageRequest {
  /** Runs of on-event functions, or of `onWebhook`. Both when missing. */
  type?: 'on-event' | 'webhook';
  status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'skipped';
  /** Of the on-event function, or of the sync. */
  functionName?: string;
  /** A lifecycle event, or a type of the provider's webhooks. */
  event?: string;
  providerConfigKey?: string;
  connectionId?: string;
  /** ISO 8601: only runs of events that came then or later. */
  createdAfter?: string;
  /** ISO 8601: only runs of events that came before. */
  createdBefore?: string;
}

/** Which operations to list. */
export interface ListOperationsRequest extends PageRequest {
  type?: readonly string[];
  status?: readonly ('running' | 'success' | 'failed' | 'cancelled')[];
  /** Unique key of the integration. */
  integration?: string;
  /** The connection's id. */
  connection?: string;
  /** Name of the function. */
  function?: string;
  /** ISO 8601: only what began then or later. */
  since?: string;
  /** ISO 8601: only what began before. */
  until?: string;
  /** Text in a log line, in the error, or in a name. */
  search?: string;
}

/** Which log lines to list. */
export interface ListLogLinesRequest extends PageRequest {
  operationId: string;
  /** Only lines after the line of this id: follows. */
  after?: string;
  /** Leaves out lines below this level. */
  level?: 'debug' | 'info' | 'warn' | 'error';
}
