import path from 'node:path';

/** Files of this tool, beside this one in the compiled folder and in the package alike. */
export const OWN_FILES = {
  /** Runs one function in a process of its own. */
  dryrunChild: path.join(import.meta.dirname, 'dryrun-child.js'),
  /** What the runner puts around a function: globals, helpers, zod. Built by the runner, copied by `scripts/pack.mjs`. */
  runtime: path.join(import.meta.dirname, 'runtime', 'isolate.js'),
  /** What the runner's processes do for a function's `crypto`. From there as well. */
  hostCrypto: path.join(import.meta.dirname, 'runtime', 'host-crypto.mjs'),
} as const;
