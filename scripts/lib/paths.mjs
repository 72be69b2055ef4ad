import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What can be thrown away and fetched or built again. */
export const CACHE = path.join(ROOT, '.cache');

export const inRoot = (...parts) => path.join(ROOT, ...parts);
