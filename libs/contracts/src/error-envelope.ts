import { z } from 'zod';

/** One problem of an input: what, and where in it. `path` holds object keys and array indexes as text. */
export const errorIssueSchema = z.object({
  code: z.string(),
  message: z.string(),
  path: z.array(z.string()),
});

/** The one error body of every route (D2). Headers of the same answer carry `X-Request-Id` (D21). */
export const errorEnvelopeSchema = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    request_id: z.string().optional(),
    errors: z.array(errorIssueSchema).optional(),
    payload: z.unknown().optional(),
    upstream: z.object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.unknown() }).optional(),
  }),
});

/** A problem of the input: a code, a sentence, and where it is. */
export type ErrorIssue = z.infer<typeof errorIssueSchema>;
/** Body of every failed answer. */
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
