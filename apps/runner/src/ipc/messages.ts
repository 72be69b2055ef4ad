import type { RunRequest } from '@svc/contracts';

/** Why a run is ended from outside. */
export type AbortReason = 'caller_gone' | 'shutdown';

/** From the supervisor to a child process. `seq` numbers the runs of a supervisor. */
export type ToChild =
  | { readonly type: 'run'; readonly seq: number; readonly request: RunRequest }
  | { readonly type: 'abort'; readonly seq: number; readonly reason: AbortReason };

/** From a child process to the supervisor. */
export type FromChild =
  | { readonly type: 'ready' }
  /** `text` is a `RunResult` as JSON, passed on as it is. */
  | { readonly type: 'result'; readonly seq: number; readonly text: string }
  /** Every second, so that the supervisor knows that the child's event loop turns. */
  | { readonly type: 'alive' }
  /** A function took or gave back its thread. Sent while several run, to know whose fault a crash is. */
  | { readonly type: 'turn'; readonly seq: number; readonly active: boolean }
  /** So many runs have ended whose isolates go on nevertheless: what those still take is nobody else's fault. */
  | { readonly type: 'unstoppable'; readonly count: number }
  /** V8 lost control over this run's isolate; the process ends. */
  | { readonly type: 'fault'; readonly seq: number };
