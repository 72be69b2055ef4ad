import type { LogLevel, RunFailure, RunRequest } from '@svc/contracts';

/** What a function run on this machine is told; the same that the runner is told, see {@link RunRequest}. */
export type DryrunContext = Pick<RunRequest, 'function' | 'environmentName' | 'connection' | 'input' | 'sync' | 'logLevel'>;

/** The one message to the child: what to run, and as whom. */
export interface DryrunStart {
  readonly host: string;
  readonly secretKey: string;
  /** The script. */
  readonly js: string;
  readonly context: DryrunContext;
  /** Metadata instead of the connection's. */
  readonly metadata: Record<string, unknown> | undefined;
  /** Path of the runtime. */
  readonly runtime: string;
}

/** A failure as the function's process sees it: positions are those of the script. */
export type DryrunFailure = Omit<RunFailure, 'location' | 'codeFrame'>;

/** What the child tells while it runs and at its end. */
export type DryrunEvent =
  | { readonly kind: 'log'; readonly level: LogLevel; readonly message: string; readonly payload: unknown }
  | { readonly kind: 'saved'; readonly model: string; readonly records: readonly Record<string, unknown>[] }
  | { readonly kind: 'updated'; readonly model: string; readonly records: readonly Record<string, unknown>[] }
  | { readonly kind: 'deleted'; readonly model: string; readonly ids: readonly (string | number)[] }
  | { readonly kind: 'checkpoint'; readonly checkpoint: Record<string, unknown> | null }
  | { readonly kind: 'metadata'; readonly metadata: Record<string, unknown> }
  | { readonly kind: 'completed'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: DryrunFailure };
