import { z } from 'zod';
import { storableTextSchema } from '../storable.js';
import { tagsSchema } from './tags.js';

const nameSchema = storableTextSchema.max(255);

/** Who a connection belongs to. Deprecated: use tags (specification, "Connection"). */
export const endUserInputSchema = z.strictObject({
  id: nameSchema.min(1),
  email: z.email().min(5).max(255).optional(),
  display_name: nameSchema.optional(),
  tags: tagsSchema.optional(),
  organization: z.strictObject({ id: nameSchema.min(1), display_name: nameSchema.optional() }).optional(),
});
/** Who a connection belongs to. */
export type EndUserInput = z.infer<typeof endUserInputSchema>;

/** Who a connection belongs to, as the API answers it. */
export const endUserSchema = z.object({
  id: z.string(),
  display_name: z.string().nullable(),
  email: z.string().nullable(),
  tags: z.record(z.string(), z.string()).nullable(),
  organization: z.object({ id: z.string(), display_name: z.string().nullable() }).nullable(),
});
/** Who a connection belongs to, as the API answers it. */
export type EndUser = z.infer<typeof endUserSchema>;
