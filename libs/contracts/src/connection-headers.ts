import { z } from 'zod';
import { connectionIdSchema, uniqueKeySchema } from './identifiers.js';

/** Headers that name a connection on routes of records and actions (wire contract, sections 8 and 10), by lower-case name. */
export const connectionHeadersSchema = z.object({
  'provider-config-key': uniqueKeySchema,
  'connection-id': connectionIdSchema,
});
