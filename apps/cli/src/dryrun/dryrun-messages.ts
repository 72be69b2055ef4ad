import type { LogLevel, RunFailure, RunRequest } from '@svc/contracts';
import type { RecordedCall } from '../recording/recorded-call.js';

/** What a function run on this machine is told; the same that the runner is told, see {@link RunRequest}. */
export type DryrunContext = Pick<
  RunRequest,
  'function' | 'environmentName' | 'connection' | 'input' | 'sync' | 'logLevel'
>;

/** Who answers what the function cannot know by itself. */
export type AnswerSource =
  | { readonly kind: 'gateway'; readonly host: string; readonly secretKey: string; readonly isRecorded: boolean }
  | { readonly kind: 'recording'; readonly calls: readonly RecordedCall[] };

/** The one message to the child: what to run, and as whom. */
export interface DryrunStart {
  /** The script. */
  readonly js: string;
  readonly context: DryrunContext;
  /** Metadata instead of the connection's. */
  readonly metadata: Record<string, unknown> | undefined;
  readonly source: AnswerSource;
  /** ISO 8601. With it time stands still there and chance is always the same; a recording is made and replayed so. */
  readonly fixedTime?: string | undefined;
  /** Path of the runtime. */
  readonly runtime: string;
  /** Path of what a function's `crypto` asks of its host. */
  readonly hostCrypto: string;
}

/** A failure as the function's process sees it: positions are those of the script. */
export type DryrunFailure = Omit<RunFailure, 'location' | 'codeFrame'>;

/** A call of a helper to the gateway or the provider, as a person wants to read of it. */
export interface CallTrace {
  readonly title: string;
  /** Of the provider's answer; or the code of the failure. */
  readonly outcome: string;
  readonly durationMs: number;
  readonly bytes: number;
}

/** What the function's process used. */
export interface ProcessUse {
  readonly wallTimeMs: number;
  readonly cpuTimeMs: number;
  readonly peakMemoryBytes: number;
}

/** What the child tells while it runs and at its end. */
export type DryrunEvent =
  | { readonly kind: 'log'; readonly level: LogLevel; readonly message: string; readonly payload: unknown }
  | { readonly kind: 'saved'; readonly model: string; readonly records: readonly Record<string, unknown>[] }
  | { readonly kind: 'updated'; readonly model: string; readonly records: readonly Record<string, unknown>[] }
  | { readonly kind: 'deleted'; readonly model: string; readonly ids: readonly (string | number)[] }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Record<string, unknown> | null }
  | { readonly kind: 'metadata'; readonly metadata: Record<string, unknown> }
  | { readonly kind: 'called'; readonly trace: CallTrace }
  | { readonly kind: 'recorded'; readonly call: RecordedCall }
  | { readonly kind: 'notRecorded'; readonly title: string }
  | { readonly kind: 'used'; readonly use: ProcessUse }
  | { readonly kind: 'completed'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: DryrunFailure };
