import { storableTextSchema } from '../storable.js';

/** Where a connection's webhooks go instead of the environment's addresses; empty text clears it. */
export const webhookUrlSchema = storableTextSchema
  .max(2048)
  .refine((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    message: 'must be an address that starts with https:// or http://, or empty text to clear it',
  });
