import { z } from 'zod';

/** What a connection says about what it follows; `trace` is where its functions tell what they do. */
export const followedSchema = z.object({
  repository: z.string(),
  trace: z.string(),
  hookId: z.number().optional(),
  registrations: z.number().optional(),
});
