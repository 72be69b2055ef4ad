import { z } from 'zod';

/** What the callback needs of the beginning. Kept sealed. */
export const attemptMemorySchema = z.object({
  /** The strategy's own. */
  strategy: z.record(z.string(), z.string()),
  redirectUri: z.string(),
  override: z.object({
    client_id: z.string().optional(),
    client_secret: z.string().optional(),
    refresh_token: z.string().optional(),
  }),
  /** The id that the connection will have. */
  connectionId: z.string(),
  /** What people entered for `connection_config`. */
  entered: z.record(z.string(), z.unknown()),
  /** Language of the pages. */
  lang: z.string().optional(),
});
/** What the callback needs of the beginning. */
export type AttemptMemory = z.infer<typeof attemptMemorySchema>;
