import { z } from 'zod';
import { wholeNumberTextSchema } from '../identifiers.js';

const MAX_DATABASE_ID = 2_147_483_647;

/** Id of a row in a body. */
export const databaseIdSchema = z.number().int().min(1).max(MAX_DATABASE_ID);

/** Id of a row in a path or a query. */
export const databaseIdTextSchema = wholeNumberTextSchema.pipe(databaseIdSchema);
