import { InitialSchema1763740800000 } from './migrations/1763740800000-initial-schema.js';
import { Operations1763740900000 } from './migrations/1763740900000-operations.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [InitialSchema1763740800000, Operations1763740900000];
