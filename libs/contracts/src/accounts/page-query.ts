import { z } from 'zod';
import { wholeNumberTextSchema } from '../identifiers.js';

const MAX_LIMIT = 100;

/** Query of a list that pages (D22): at most `limit` entries, those after `cursor`. */
export const pageQuerySchema = z.strictObject({
  /** Entries a page, 1 to 100; 100 when missing. */
  limit: wholeNumberTextSchema.pipe(z.number().min(1).max(MAX_LIMIT)).default(MAX_LIMIT),
  /** `next_cursor` of the page before. */
  cursor: z.string().min(1).max(1000).optional(),
});
/** Query of a list that pages: at most `limit` entries, those after `cursor`. */
export type PageQuery = z.infer<typeof pageQuerySchema>;
