import { z } from 'zod';
import { functionNameSchema, modelNameSchema } from '../identifiers.js';

/** Body of `POST /records/deletions/confirm` and `POST /records/deletions/discard`. */
export const heldDeletionsBodySchema = z.strictObject({
  model: modelNameSchema,
  variant: functionNameSchema.default('base'),
});
/** Body of `POST /records/deletions/confirm` and `POST /records/deletions/discard`. */
export type HeldDeletionsBody = z.infer<typeof heldDeletionsBodySchema>;
/** The same as callers write it. */
export type HeldDeletionsRequest = z.input<typeof heldDeletionsBodySchema>;

/** Answer of `POST /records/deletions/confirm`. */
export const confirmedDeletionsSchema = z.object({
  /** Records that were marked as deleted. */
  count: z.number().int(),
});
/** Answer of `POST /records/deletions/confirm`. */
export type ConfirmedDeletions = z.infer<typeof confirmedDeletionsSchema>;
