import type { LogLevel, OperationType } from '@svc/contracts';

/** How an operation ended. */
export type OperationOutcome = 'success' | 'failed' | 'cancelled';

/** One thing that the gateway did, with log lines below it. Its id is what `errors[].log_id` of a connection names. */
export interface OperationStart {
  readonly environmentId: number;
  readonly type: OperationType;
  /** What was done, such as `refresh_token` or `trigger`. */
  readonly action?: string;
  readonly integrationId?: number;
  readonly providerConfigKey?: string;
  /** Internal id of the connection. */
  readonly connectionId?: number;
  /** The connection's id as customers know it. */
  readonly connectionKey?: string;
  readonly functionName?: string;
  readonly syncId?: string;
  /** Temporal workflow that does the work. */
  readonly workflowId?: string;
}

export interface Operation {
  /** UUID of version 7. */
  readonly id: string;
}

export interface OperationLine {
  readonly level: Exclude<LogLevel, 'off'>;
  readonly message: string;
  /** Anything that JSON takes. Secrets are removed, and a payload above 100 kB is cut. */
  readonly payload?: unknown;
  /** When it happened; now when missing. */
  readonly at?: Date;
}

export interface OperationEnd {
  readonly status: OperationOutcome;
  /** Why it failed, as a person should read it. Secrets are removed. */
  readonly error?: { readonly code?: string; readonly message: string; readonly [detail: string]: unknown };
}
