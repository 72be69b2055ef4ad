import * as functionModule from '@svc/functions';
import { FUNCTION_MODULE } from '@svc/contracts';
import * as crypto from 'node:crypto';
import * as url from 'node:url';
import vm from 'node:vm';
import * as zod from 'zod';
import type { BundledFunction } from './function-file.js';

/** Longest time that a function's file may take to load. Only its definition is evaluated, nothing of it runs. */
const LOAD_TIMEOUT_MS = 5_000;

const MODULES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [FUNCTION_MODULE.canonical, functionModule],
  ['zod', zod],
  ['node:crypto', crypto],
  ['node:url', url],
]);

/** File name under which V8 reports positions in the script. */
export const SCRIPT_NAME = 'svc:function';

/**
 * The default export of a script, evaluated in a context of its own with a time limit: what the runner does, for the sake of
 * the definition alone. It is no protection against the code, which is the user's own.
 */
export function evaluateScript({ js }: Pick<BundledFunction, 'js'>): unknown {
  const module: { exports: Record<string, unknown> } = { exports: {} };
  const quiet = (): void => undefined;
  const context = vm.createContext({
    module,
    exports: module.exports,
    require: requireGiven,
    console: { log: quiet, info: quiet, warn: quiet, error: quiet, debug: quiet },
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    Buffer,
    structuredClone,
    setTimeout,
    clearTimeout,
  });
  new vm.Script(js, { filename: SCRIPT_NAME }).runInContext(context, { timeout: LOAD_TIMEOUT_MS });
  return module.exports['default'];
}

function requireGiven(name: string): unknown {
  const found = MODULES.get(name);
  if (found === undefined) throw new Error(`The module "${name}" cannot be imported by a function.`);
  return found;
}
