import { z } from 'zod';
import { endUserInputSchema } from './end-user.js';
import { tagsSchema } from './tags.js';
import { webhookUrlSchema } from './webhook-url.js';

/** Body of `PATCH /connections/{connectionId}`. `webhook_url` and `webhook_url_override` are the same (D6). */
export const patchConnectionBodySchema = z.strictObject({
  /** Replaces all tags. */
  tags: tagsSchema.optional(),
  webhook_url: webhookUrlSchema.optional(),
  webhook_url_override: webhookUrlSchema.optional(),
  end_user: endUserInputSchema.optional(),
});
/** Body of `PATCH /connections/{connectionId}`. */
export type PatchConnectionBody = z.infer<typeof patchConnectionBodySchema>;
