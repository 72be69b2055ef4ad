import { z } from 'zod';

const failureSchema = z.strictObject({
  status: z.number().int(),
  code: z.string(),
  message: z.string(),
  payload: z.unknown().optional(),
});

/** An answer of a provider: one of `json`, `text` and `base64` is its body. */
const answerSchema = z.strictObject({
  status: z.number().int().optional(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  json: z.unknown().optional(),
  text: z.string().optional(),
  base64: z.string().optional(),
});

/** What a function asked of the gateway or, through it, of the provider, and what it was answered. */
export const recordedCallSchema = z.strictObject({
  /** The helper's operation: `proxy`, `connection`, ... */
  call: z.string(),
  request: z.record(z.string(), z.unknown()),
  answer: answerSchema.optional(),
  failure: failureSchema.optional(),
});
/** What a function asked of the gateway or, through it, of the provider, and what it was answered. */
export type RecordedCall = z.infer<typeof recordedCallSchema>;
