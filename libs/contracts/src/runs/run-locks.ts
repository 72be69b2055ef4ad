import { z } from 'zod';
import { storableTextSchema } from '../storable.js';

const MAX_TTL_MS = 86_400_000;

/** Body of `POST /run/locks/release`. */
export const releaseLockSchema = z.strictObject({
  /** Of the environment: runs of any connection and function share it. */
  key: storableTextSchema.min(1).max(255),
});
/** Body of `POST /run/locks/release`. */
export type ReleaseLock = z.infer<typeof releaseLockSchema>;

/** Body of `POST /run/locks/acquire`. */
export const acquireLockSchema = releaseLockSchema.extend({
  /** Milliseconds after which the lock ends by itself. */
  ttl_ms: z.number().int().min(1).max(MAX_TTL_MS),
});
/** Body of `POST /run/locks/acquire`. */
export type AcquireLock = z.infer<typeof acquireLockSchema>;
