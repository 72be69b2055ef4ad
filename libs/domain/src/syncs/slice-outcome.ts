import type { SliceOutcome } from '@svc/contracts/workflows';
import { z } from 'zod';

/** An outcome as the run's row keeps it. */
export const sliceOutcomeSchema: z.ZodType<SliceOutcome> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('completed') }),
  z.object({ outcome: z.literal('sliced'), progressed: z.boolean() }),
  z.object({ outcome: z.literal('superseded') }),
  z.object({ outcome: z.literal('no-slot'), retryAfterMs: z.number() }),
  z.object({
    outcome: z.literal('failed'),
    errorClass: z.enum(['auth-dead', 'auth-transient', 'throttled', 'provider-down', 'function-error', 'platform']),
    progressed: z.boolean(),
    retryAfterMs: z.number().optional(),
  }),
]);
