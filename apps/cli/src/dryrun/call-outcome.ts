/** Why a helper's call failed, as the runtime takes it. */
export interface CallFailure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly payload?: unknown;
}

/** The answer to a helper's call, as the runtime takes it. */
export type CallOutcome =
  | { readonly ok: true; readonly head: unknown; readonly body?: string | Buffer }
  | { readonly ok: false; readonly failure: CallFailure };

/** A call that a function makes through a helper. */
export interface HelperCall {
  readonly operation: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export const refused = (code: string, message: string, status = 400): CallOutcome => ({
  ok: false,
  failure: { status, code, message },
});
