import { z } from 'zod';
import { pageQuerySchema } from '../accounts/page-query.js';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { checkpointSchema } from '../runs/run-protocol.js';
import { syncReferenceSchema } from './sync-reference.js';

const oneSync = {
  provider_config_key: uniqueKeySchema,
  connection_id: connectionIdSchema,
  /** `name` or `name::variant`. */
  sync: syncReferenceSchema,
};

/** Query of `GET /sync/checkpoints`. */
export const listCheckpointsQuerySchema = pageQuerySchema.extend(oneSync);
/** Query of `GET /sync/checkpoints`. */
export type ListCheckpointsQuery = z.infer<typeof listCheckpointsQuerySchema>;

/** Body of `POST /sync/checkpoints/restore`. */
export const restoreCheckpointBodySchema = z.strictObject({
  ...oneSync,
  /** `version` of an entry of `GET /sync/checkpoints`. */
  version: z.number().int().min(1).max(2_147_483_647),
});
/** Body of `POST /sync/checkpoints/restore`. */
export type RestoreCheckpointBody = z.infer<typeof restoreCheckpointBodySchema>;
/** The same as callers write it. */
export type RestoreCheckpointRequest = z.input<typeof restoreCheckpointBodySchema>;

/** A checkpoint that a sync saved. */
export const savedCheckpointSchema = z.object({
  version: z.number().int(),
  checkpoint: checkpointSchema,
  /** The run that saved it; null when it was restored. */
  run_id: z.string().nullable(),
  /** ISO 8601. */
  saved_at: z.string(),
});
/** A checkpoint that a sync saved. */
export type SavedCheckpoint = z.infer<typeof savedCheckpointSchema>;

/** Answer of `GET /sync/checkpoints`: a page of the latest 20, latest first. */
export const listCheckpointsResponseSchema = z.object({
  data: z.array(savedCheckpointSchema),
  next_cursor: z.string().nullable(),
});
/** Answer of `GET /sync/checkpoints`. */
export type ListCheckpointsResponse = z.infer<typeof listCheckpointsResponseSchema>;

/** Answer of `POST /sync/checkpoints/restore`. */
export const restoreCheckpointResponseSchema = z.object({ data: savedCheckpointSchema });
/** Answer of `POST /sync/checkpoints/restore`. */
export type RestoreCheckpointResponse = z.infer<typeof restoreCheckpointResponseSchema>;
