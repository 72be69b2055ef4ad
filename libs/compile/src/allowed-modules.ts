import { FUNCTION_MODULE } from '@svc/contracts';

/** What a function may import besides files of its project, and the name under which the runner gives it. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ...[FUNCTION_MODULE.canonical, ...FUNCTION_MODULE.aliases].map((name): [string, string] => [
    name,
    FUNCTION_MODULE.canonical,
  ]),
  ['zod', 'zod'],
  ['zod/v4', 'zod'],
  ['crypto', 'node:crypto'],
  ['node:crypto', 'node:crypto'],
  ['url', 'node:url'],
  ['node:url', 'node:url'],
]);

/** Not given by the runner, but small and free of Node: it becomes part of each script that imports it. */
export const isBundledModule = (specifier: string): boolean => specifier === 'zod/v3';

/** Files of such modules, which import each other. */
export const BUNDLED_FILE = /[\\/]node_modules[\\/]zod[\\/]v3[\\/]/;

/** The name under which the runner gives a module; undefined for one that it does not give. */
export const givenModule = (specifier: string): string | undefined => MODULES.get(specifier);

/** What to do about an import that is refused. */
export const IMPORT_HINT = `Functions run in an isolate without node_modules. They may import files of their project by a relative path, and ${FUNCTION_MODULE.canonical}, zod, crypto and url. Call other services with the proxy helpers instead of a client library.`;
