import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from '../identifiers.js';
import { checkpointSchema } from '../runs/run-protocol.js';
import { syncReferenceSchema } from './sync-reference.js';

const timeSchema = z.iso.datetime({ offset: true, message: 'must be an ISO 8601 date-time with a time zone' });

/** Body of `POST /sync/runs`. At least one of `from`, `to` and `checkpoint` says what the run goes over. */
export const runSyncBodySchema = z
  .strictObject({
    provider_config_key: uniqueKeySchema,
    connection_id: connectionIdSchema,
    /** `name`, `name::variant` or `{name, variant}`. */
    sync: syncReferenceSchema,
    /** What the function sees as `lastSyncDate`. ISO 8601. */
    from: timeSchema.optional(),
    /** What the function sees as the end of the window. ISO 8601. */
    to: timeSchema.optional(),
    /** The checkpoint that the run begins at, instead of the sync's own. */
    checkpoint: checkpointSchema.optional(),
  })
  .refine(({ from, to, checkpoint }) => from !== undefined || to !== undefined || checkpoint !== undefined, {
    message: 'names no window: send from, to or checkpoint, or use POST /sync/trigger',
    path: ['from'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    message: 'must be later than from',
    path: ['to'],
  });
/** Body of `POST /sync/runs`. */
export type RunSyncBody = z.infer<typeof runSyncBodySchema>;
/** The same as callers write it. */
export type RunSyncRequest = z.input<typeof runSyncBodySchema>;
