import { runFailureSchema, type RunFailure } from '@svc/contracts';
import { redactText } from '@svc/observability';
import type { VariableMask } from '../accounts/variable-masks.service.js';

/** A failure without secrets in anything that the function had a hand in; what it is, and where, stays readable. */
export function maskedFailure({ type, location, retryAfterMs, ...said }: RunFailure, mask: VariableMask): RunFailure {
  const { name, message, stack, ...more } = said;
  return runFailureSchema.parse({
    type,
    name: mask.text(name),
    message: redactText(mask.text(message)),
    ...(stack !== undefined && { stack: redactText(mask.text(stack)) }),
    ...Object(mask.json(more)),
    ...(location && { location }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
