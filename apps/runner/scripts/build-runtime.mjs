/**
 * Builds the scripts that are loaded by path rather than by import:
 *   dist/runtime/isolate.js  what runs inside every isolate: globals, helpers, zod, @svc/functions
 *   dist/runtime/child.mjs   the child process, one file, so that it needs to read nothing else
 *   dist/runtime/host-crypto.mjs   what the child does for the isolate's `crypto`, for the dry runs of the command-line tool
 * Run after `npm ci`, before the runner starts: `node apps/runner/scripts/build-runtime.mjs`. Tests call `buildRuntime`.
 */
import { build } from 'esbuild';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { leanZod } from './lean-zod.mjs';
import { withPlainNamespaces } from './plain-namespaces.mjs';

const root = path.resolve(import.meta.dirname, '..');

const shared = {
  absWorkingDir: root,
  bundle: true,
  conditions: ['@svc/source'],
  target: 'es2024',
  legalComments: 'none',
  logLevel: 'warning',
};

/** zod's messages in fifty languages would be half of what every isolate begins with. */
const onlyEnglish = {
  name: 'only-english',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    })),
};

const isolate = {
  ...shared,
  entryPoints: [path.join(root, 'src/isolate/entry.ts')],
  format: 'iife',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  plugins: [onlyEnglish, leanZod],
  alias: { tr46: path.join(root, 'src/isolate/globals/domain-to-ascii.ts') },
};

const host = {
  ...shared,
  format: 'esm',
  platform: 'node',
  plugins: [onlyEnglish, leanZod],
  // Native, and loaded by its path.
  external: ['isolated-vm'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

/** Written beside and renamed, so that a reader never sees half a file. */
const buildFile = async (options, file, finish = (text) => text) => {
  const { outputFiles } = await build({ ...options, write: false, outfile: file });
  const partial = `${file}.${process.pid}.partial`;
  await writeFile(partial, finish(outputFiles[0].text));
  await rename(partial, file);
};

/** Builds the scripts into `outDir` and gives their paths. */
export const buildRuntime = async (outDir = path.join(root, 'dist/runtime')) => {
  await mkdir(outDir, { recursive: true });
  const isolateScript = path.join(outDir, 'isolate.js');
  const childScript = path.join(outDir, 'child.mjs');
  const hostCryptoScript = path.join(outDir, 'host-crypto.mjs');
  const ofHost = (entry) => ({ ...host, entryPoints: [path.join(root, 'src/child', entry)] });
  await Promise.all([
    buildFile(isolate, isolateScript, withPlainNamespaces),
    buildFile(ofHost('main.ts'), childScript),
    buildFile(ofHost('host-crypto.ts'), hostCryptoScript),
  ]);
  return { isolateScript, childScript };
};

if (process.argv[1] === import.meta.filename) await buildRuntime();
