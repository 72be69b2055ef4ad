import { InitialSchema1763740800000 } from './migrations/1763740800000-initial-schema.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [InitialSchema1763740800000];
