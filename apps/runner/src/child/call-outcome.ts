import type { RunFailure } from '@svc/contracts';
import type { CallFailure } from '../isolate/gateway-error.js';

/** What became of a call that the isolate asked for. */
export type CallOutcome =
  | { readonly kind: 'answer'; readonly head: string; readonly body?: string | ArrayBuffer }
  /** The function sees an error that it may catch. */
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  /** A newer attempt owns the run: it ends here. */
  | { readonly kind: 'superseded' }
  /** The gateway is not there; nothing that the function could do makes sense. */
  | { readonly kind: 'broken'; readonly failure: RunFailure };
