import * as z from 'zod';

/** Models that several integrations share, as projects keep them in one file. */
export const User = z.object({
  id: z.string(),
  email: z.string().nullable(),
  name: z.string().optional(),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

export const Ticket = z
  .object({ id: z.string(), subject: z.string(), tags: z.array(z.string()), custom: z.record(z.string(), z.any()) })
  .passthrough();
export type Ticket = z.infer<typeof Ticket>;

export const Failure = z.object({ message: z.string(), code: z.number().optional() });
export type ActionErrorResponse = z.infer<typeof Failure>;

export const Success = z.object({ success: z.boolean() });
