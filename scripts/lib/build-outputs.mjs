/** Compiles everything, when a source has changed since the last time. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, inRoot, ROOT } from './paths.mjs';
import { runQuietly } from './run-command.mjs';

const STAMP = path.join(CACHE, 'build-stamp');
/** Packs what the API serves at /packages. */
const PACK_SCRIPT = inRoot('scripts/pack.mjs');
const SOURCE_FOLDERS = ['libs', 'apps', 'workflows'];
const NOT_SOURCE = new Set(['node_modules', 'dist', 'coverage']);

const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCE.has(entry.name)) return [];
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });

const fingerprint = () => {
  const sources = SOURCE_FOLDERS.flatMap((folder) => filesBelow(inRoot(folder))).filter(
    (file) => !/\.spec\.ts$/.test(file),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [
    inRoot('tsconfig.json'),
    inRoot('tsconfig.base.json'),
    inRoot('package-lock.json'),
    ...sources.sort(),
  ]) {
    hash.update(path.relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

const packageFolders = () =>
  JSON.parse(readFileSync(inRoot('tsconfig.json'), 'utf8')).references.map(({ path: folder }) => inRoot(folder));

const isUpToDate = (stamp) =>
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === stamp &&
  packageFolders().every((folder) => existsSync(path.join(folder, 'dist')));

/**
 * Compiles all packages, then runs each package's own `build` script for what the compiler does not make (the workflow
 * bundle, the catalogue, tarballs), in the order of the root tsconfig.json.
 * @param {import('./progress.mjs').Progress} progress
 */
export const ensureBuild = async (progress, { force = false } = {}) => {
  const stamp = fingerprint();
  if (!force && isUpToDate(stamp)) return;
  await progress.step('Compiling', () =>
    runQuietly(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-b'], { what: 'The compiler' }),
  );
  for (const folder of packageFolders()) {
    const { name, scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    if (!scripts?.build) continue;
    const [program, ...args] = scripts.build.split(' ');
    if (program !== 'node') throw new Error(`The build script of ${name} must be "node <file>"`);
    await progress.step(`Building ${name}`, () =>
      runQuietly(process.execPath, [path.join(folder, args[0]), ...args.slice(1)], { what: `The build of ${name}` }),
    );
  }
  if (existsSync(PACK_SCRIPT)) {
    await progress.step('Packing the command-line tool and the libraries', () =>
      runQuietly(process.execPath, [PACK_SCRIPT], { what: 'Packing' }),
    );
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(STAMP, stamp);
};
