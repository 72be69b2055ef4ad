import type { LogLevel } from '@svc/contracts';

/** Levels of the processes' own logs, as pino names them. */
export const PROCESS_LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Level of a process's own log. */
export type ProcessLogLevel = (typeof PROCESS_LOG_LEVELS)[number];

/** How the runner bounds what functions may use. */
export interface RunnerLimits {
  /** Most child processes at the same time. */
  readonly maxChildren: number;
  /** Most functions that one child runs at the same time. */
  readonly concurrencyPerChild: number;
  /** Resident memory at which a child is killed, in MiB. */
  readonly childMemoryMib: number;
  /** Heap of one isolate, in MiB. */
  readonly isolateMemoryMib: number;
  /** Upper bound of any run by the clock. */
  readonly maxWallTimeMs: number;
  /** Longest time on the processor without giving way. */
  readonly maxCpuTimeMs: number;
}

/** What the runner may know: no database, no encryption key. */
export interface RunnerConfig {
  readonly nodeEnv: 'development' | 'test' | 'production';
  /** Address that servers listen on. */
  readonly host: string;
  readonly internal: {
    /** Base URL of the internal run API, without a slash at the end. */
    readonly url: string;
    /** Shared secret with which the processes authenticate to each other. */
    readonly secret: string;
  };
  readonly runner: { readonly port: number; readonly limits: RunnerLimits };
  readonly logs: {
    /** Level of the process's own log. */
    readonly level: ProcessLogLevel;
    /** Threshold of the lines that functions log. */
    readonly functionLevel: LogLevel;
  };
}

/** Every setting of `api` and `worker`, parsed and complete. */
export interface Config extends RunnerConfig {
  readonly api: {
    readonly port: number;
    /** Address under which browsers and providers reach the API, without a slash at the end. */
    readonly publicUrl: string;
    /** Requests per account and minute; 0 switches the limit off. */
    readonly rateLimitPerMinute: number;
    /** Addresses and CIDR ranges of load balancers whose `X-Forwarded-For` is believed. */
    readonly trustedProxies: readonly string[];
    /** Whether the reference product's spellings are emitted beside ours. */
    readonly emitWireAliases: boolean;
    /** Path of the WebSocket that tells older clients how an authorization ended. */
    readonly websocketsPath: string;
  };
  readonly internal: RunnerConfig['internal'] & { readonly port: number };
  readonly logs: RunnerConfig['logs'] & {
    /** Days for which operations and their log lines are kept. */
    readonly retentionDays: number;
  };
  readonly runner: RunnerConfig['runner'] & {
    /** Base URL of the runner, without a slash at the end. */
    readonly url: string;
  };
  /** Absolute path of the folder for local data. */
  readonly dataDir: string;
  readonly database: {
    readonly url: string;
    /** Most connections of one process. */
    readonly poolSize: number;
  };
  readonly temporal: {
    /** `host:port`. */
    readonly address: string;
    readonly namespace: string;
    readonly apiKey: string | undefined;
    readonly tls: boolean;
    /** Base URL of the Temporal UI, without a slash at the end; links to runs are left out without it. */
    readonly uiUrl: string | undefined;
  };
  readonly encryption: {
    /** Base64 of the 32 bytes that encrypt. */
    readonly key: string;
    /** Base64 of keys that still decrypt, newest first. */
    readonly oldKeys: readonly string[];
  };
  readonly network: {
    /** Whether outbound requests may go to private and loopback addresses. */
    readonly allowPrivate: boolean;
  };
  readonly providers: {
    /** Absolute path of the operator's folder of provider definitions. */
    readonly dir: string | undefined;
  };
  /** Tag of a connection whose value names the customer in Temporal's search attributes. */
  readonly customerTag: string;
  /** Bearer token for the metrics; there are none without it. */
  readonly metrics: { readonly token: string | undefined };
  readonly sync: {
    /** A sync is stopped at the first checkpoint past this. */
    readonly sliceMs: number;
    /** Longest run of a sync without checkpoints. */
    readonly maxRunMs: number;
    /** Silence after which a slice's worker counts as dead for Temporal. */
    readonly heartbeatTimeoutMs: number;
    /** Slices without a moved checkpoint after which a run is stalled. */
    readonly stalledAfterSlices: number;
    /** Pause between two comparisons of all Schedules with their rows. */
    readonly scheduleCheckMs: number;
    /** Most slices that execute at the same time. */
    readonly slots: {
      readonly perEnvironment: number;
      readonly perIntegration: number;
      readonly perCustomer: number;
      readonly perConnection: number;
    };
  };
  readonly webhooks: {
    /** Days for which webhooks of providers are kept. */
    readonly inboundRetentionDays: number;
    /** Webhooks that an integration takes in a minute; 0 takes all. */
    readonly inboundPerMinute: number;
  };
  readonly functionVersions: {
    /** Latest versions of each function that are kept whatever their age. */
    readonly kept: number;
    /** Days for which others are kept after they were replaced. */
    readonly retentionDays: number;
  };
  readonly records: {
    /** Days after which the payload of an unchanged record goes; 0 is never. */
    readonly payloadDays: number;
    /** Days after the last run when a cache is emptied; 0 is never. */
    readonly abandonedDays: number;
  };
  readonly action: {
    readonly maxRunMs: number;
    /** Longest wait of a synchronous action for a slot. */
    readonly startWithinMs: number;
    /** Most actions at a time. */
    readonly slots: { readonly environment: number; readonly connection: number };
  };
  readonly deliveries: {
    /** A webhook that could not be delivered for this long is a dead letter. */
    readonly giveUpMs: number;
    /** Days after which each is forgotten; with a webhook goes whatever belongs to it. */
    readonly keptDays: { readonly webhooks: number; readonly bodies: number; readonly attempts: number };
  };
  readonly webhookRuns: {
    /** Longest run of a sync's handler of webhooks. */
    readonly maxRunMs: number;
  };
  readonly lifecycle: {
    /** Longest wait of a caller for functions that validate a connection, or that run before its deletion. */
    readonly waitMs: number;
  };
}
