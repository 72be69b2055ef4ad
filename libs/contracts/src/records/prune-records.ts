import { z } from 'zod';
import { functionNameSchema, modelNameSchema } from '../identifiers.js';
import { MAX_CURSOR_LENGTH, MAX_RECORDS_LIMIT } from './list-records.js';

const DEFAULT_PRUNE_LIMIT = 1_000;

/** Body of `PATCH /records/prune`. */
export const pruneRecordsBodySchema = z.strictObject({
  model: modelNameSchema,
  variant: functionNameSchema.default('base'),
  /** Up to and with this place: `_metadata.cursor` of the last record that is not needed any more. */
  until_cursor: z.string().min(1).max(MAX_CURSOR_LENGTH),
  /** Most records of one call. */
  limit: z.number().int().min(1).max(MAX_RECORDS_LIMIT).default(DEFAULT_PRUNE_LIMIT),
});
/** Body of `PATCH /records/prune`. */
export type PruneRecordsBody = z.infer<typeof pruneRecordsBodySchema>;
/** The same as callers write it. */
export type PruneRecordsRequest = z.input<typeof pruneRecordsBodySchema>;

/** Answer of `PATCH /records/prune`. */
export const pruneRecordsResponseSchema = z.object({
  /** Records that lost their payload in this call. */
  count: z.number().int(),
  /** Call again: the place is not reached. */
  has_more: z.boolean(),
});
/** Answer of `PATCH /records/prune`. */
export type PruneRecordsResponse = z.infer<typeof pruneRecordsResponseSchema>;
