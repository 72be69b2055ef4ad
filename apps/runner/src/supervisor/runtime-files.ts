import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Files of a child process; it may read nothing but what it loads. */
export interface RuntimeFiles {
  /** The program that runs it. */
  readonly node: string;
  readonly childScript: string;
  readonly isolateScript: string;
  /** The native binding of isolated-vm for this platform. */
  readonly isolatedVm: string;
}

const findBinding = (): string => {
  const require = createRequire(import.meta.url);
  const nodeGypBuild: { path(folder: string): string } = require('node-gyp-build');
  return nodeGypBuild.path(path.dirname(require.resolve('isolated-vm/package.json')));
};

/**
 * Finds what `scripts/build-runtime.mjs` built.
 * @throws {Error} when it was not built
 */
export const findRuntimeFiles = (folder: string): RuntimeFiles => {
  const files = {
    node: process.execPath,
    childScript: path.join(folder, 'child.mjs'),
    isolateScript: path.join(folder, 'isolate.js'),
    isolatedVm: findBinding(),
  };
  const missing = Object.values(files).filter((file) => !existsSync(file));
  if (missing.length === 0) return files;
  throw new Error(`Missing ${missing.join(', ')}: run "node apps/runner/scripts/build-runtime.mjs".`);
};
