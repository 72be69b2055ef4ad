/**
 * Thrown by a function to give its caller a descriptive error. The caller gets the payload: an object as it is; text, a
 * number or an array as `{message: value}` (specification, "ActionError"; wire contract, section 10).
 *
 * @example throw new svc.ActionError({ message: 'The issue has no title', field: 'title' });
 */
export class ActionError<TPayload = unknown> extends Error {
  override readonly name = 'ActionError';
  /** What the caller gets. Must be serialisable as JSON. */
  readonly payload: TPayload | undefined;

  constructor(payload?: TPayload) {
    super(messageOf(payload));
    this.payload = payload;
  }
}

const messageOf = (payload: unknown): string => {
  if (typeof payload === 'string') return payload;
  const isObject = typeof payload === 'object' && payload !== null;
  if (isObject && 'message' in payload && typeof payload.message === 'string') return payload.message;
  return 'The function ended with an ActionError.';
};
