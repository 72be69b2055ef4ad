/**
 * Packs what users install: the command-line tool, the function library, the Node client and the browser helper, as tarballs
 * that depend on nothing that is not on npm. `apps/api` serves them at /packages. Run after the compiler; `npm run build` does.
 *
 *   apps/api/dist/tarballs/<scope>-<name>-<version>.tgz and packages.json, which lists them
 *   apps/cli/dist/runtime/, so that the compiled tool runs in place too
 *
 * JavaScript is bundled by esbuild. Types are the compiler's own .d.ts files: those of workspace packages that a library
 * builds on are put beside its own, and the imports are rewritten to them.
 *
 * The version ends in a digest of what all of them hold (`0.1.0-b3f29c01ad`): a lockfile, npm's caches and the gateway's archive
 * then never take one content for another.
 */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '..');
const TARBALLS = path.join(ROOT, 'apps/api/dist/tarballs');
const RUNTIME = path.join(ROOT, 'apps/runner/dist/runtime');
const CLI_RUNTIME = path.join(ROOT, 'apps/cli/dist/runtime');
/** What a dry run puts around a function. */
const RUNTIME_FILES = ['isolate.js', 'host-crypto.mjs'];

const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
const run = promisify(execFile);

/** Stands for the version in the bundles until their content has told it. */
const VERSION_PLACEHOLDER = '0.0.0-version-of-this-build';

/** What is packed. `external`: what stays a dependency; everything from npm when missing. `browser`: not for Node. */
const PACKAGES = [
  {
    folder: 'libs/functions',
    description: 'What functions of the Integration Gateway import.',
    entries: { index: 'src/index.ts' },
  },
  {
    folder: 'libs/client',
    description: 'Client of the Integration Gateway for Node.',
    entries: { index: 'src/index.ts' },
  },
  {
    folder: 'libs/connect-js',
    description: 'Lets people connect their accounts from a web page, by an Integration Gateway.',
    entries: { index: 'src/index.ts' },
    browser: true,
  },
  {
    folder: 'apps/cli',
    description: 'Command-line tool of the Integration Gateway: write, check, try and deploy functions.',
    entries: { main: 'src/main.ts', 'dryrun-child': 'src/dryrun-child.ts' },
    bin: true,
    // Everything else is bundled: one download, and nothing that can differ from what was tested.
    external: ['esbuild'],
  },
];

/** `libs/functions` -> `@svc/functions`, for every package of the workspace. */
const workspaceNames = new Map(
  ['libs', 'apps'].flatMap((group) =>
    readdirSync(path.join(ROOT, group))
      .filter((name) => existsSync(path.join(ROOT, group, name, 'package.json')))
      .map((name) => [readJson(`${group}/${name}/package.json`).name, `${group}/${name}`]),
  ),
);

/** Dependencies of a package and of the workspace packages inside its bundle that come from npm. */
const npmDependencies = (folder, seen = new Set()) => {
  if (seen.has(folder)) return {};
  seen.add(folder);
  const { dependencies = {} } = readJson(`${folder}/package.json`);
  return Object.assign(
    {},
    ...Object.entries(dependencies).map(([name, range]) => {
      const inner = workspaceNames.get(name);
      return inner ? npmDependencies(inner, seen) : { [name]: range };
    }),
  );
};

const bundle = async ({ folder, entries, bin, browser }, target, external) => {
  await build({
    absWorkingDir: path.join(ROOT, folder),
    entryPoints: entries,
    outdir: path.join(target, 'dist'),
    bundle: true,
    splitting: Object.keys(entries).length > 1,
    chunkNames: 'chunk-[hash]',
    format: 'esm',
    platform: browser ? 'browser' : 'node',
    target: browser ? 'es2022' : 'node20',
    conditions: ['@svc/source'],
    external,
    define: { PACKED_VERSION: JSON.stringify(VERSION_PLACEHOLDER) },
    // Some bundled packages are CommonJS and require Node's own modules.
    ...(bin && { banner: { js: REQUIRE } }),
    legalComments: 'none',
    logLevel: 'warning',
  });
  if (!bin) return;
  cpSync(CLI_RUNTIME, path.join(target, 'dist/runtime'), { recursive: true });
};

const declarationsBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return declarationsBelow(file);
    return entry.name.endsWith('.d.ts') ? [file] : [];
  });

/** Copies declarations to `types/<package>/`, with those of every workspace package that they import. */
const copyTypes = (folder, target, copied = new Set()) => {
  if (copied.has(folder)) return;
  copied.add(folder);
  const typesOf = (other) => path.join(target, 'types', path.basename(other));
  const dist = path.join(ROOT, folder, 'dist');
  for (const file of declarationsBelow(dist)) {
    const copy = path.join(typesOf(folder), path.relative(dist, file));
    const rewritten = readFileSync(file, 'utf8')
      .replace(/^\/\/# sourceMappingURL=.*$/m, '')
      .replace(/(from\s+|import\()(['"])(@[^'"]+)\2/g, (whole, before, quote, name) => {
        const other = workspaceNames.get(name);
        if (other === undefined) return whole;
        copyTypes(other, target, copied);
        const relative = path.relative(path.dirname(copy), path.join(typesOf(other), 'index.js'));
        return `${before}${quote}${relative.split(path.sep).join('/')}${quote}`;
      });
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, rewritten);
  }
};

const manifestOf = ({ folder, description, bin, browser }, { name, license, bin: bins }, dependencies) => ({
  name,
  version: VERSION_PLACEHOLDER,
  description,
  license,
  type: 'module',
  ...(!browser && { engines: { node: '>=20.12' } }),
  ...(bin
    ? { bin: bins }
    : {
        exports: { '.': { types: `./types/${path.basename(folder)}/index.d.ts`, default: './dist/index.js' } },
        sideEffects: false,
      }),
  files: ['dist', ...(bin ? [] : ['types'])],
  dependencies,
});

/** Everything that a package holds, in a folder of its own. */
const assemble = async (definition, target) => {
  const source = readJson(`${definition.folder}/package.json`);
  const all = npmDependencies(definition.folder);
  const external = definition.external ?? Object.keys(all);
  const dependencies = Object.fromEntries(external.map((name) => [name, all[name]]));
  await bundle(definition, target, external);
  if (!definition.bin) copyTypes(definition.folder, target);
  const manifest = manifestOf(definition, source, usedDependencies(target, dependencies));
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  if (!definition.bin) cpSync(path.join(ROOT, definition.folder, 'README.md'), path.join(target, 'README.md'));
  cpSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'), { force: true, errorOnExist: false });
};

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();

/** The version of all packages, from what they hold. */
const versionOf = (targets) => {
  const digest = createHash('sha256');
  for (const target of targets)
    for (const file of filesBelow(target))
      digest.update(path.relative(target, file)).update('\0').update(readFileSync(file));
  return `${readJson('package.json').version}-b${digest.digest('hex').slice(0, 10)}`;
};

const writeVersion = (target, version) => {
  for (const file of filesBelow(target)) {
    const text = readFileSync(file, 'utf8');
    if (text.includes(VERSION_PLACEHOLDER)) writeFileSync(file, text.replaceAll(VERSION_PLACEHOLDER, version));
  }
};

const pack = async ({ folder, description }, target, version, store) => {
  const { stdout } = await npm(['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', store], target);
  const packed = JSON.parse(stdout);
  const [{ filename }] = Array.isArray(packed) ? packed : Object.values(packed);
  const bytes = readFileSync(path.join(store, filename));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const { name } = readJson(`${folder}/package.json`);
  return { name, version, description, file: filename, bytes: bytes.length, integrity };
};

/** The npm that runs this script, or the one on the PATH. */
const npm = (args, cwd) => {
  const { npm_execpath: own } = process.env;
  const isNpm = own !== undefined && /npm-cli\.[cm]?js$/.test(own);
  return isNpm
    ? run(process.execPath, [own, ...args], { cwd })
    : run('npm', args, { cwd, shell: process.platform === 'win32' });
};

/** Only what the bundle or its types still import: the rest was never needed, or was bundled. */
const usedDependencies = (target, dependencies) => {
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|d\.ts)$/.test(entry.name) && entry.name !== 'isolate.js')
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
  const isUsed = (name) =>
    files.some((text) => text.includes(`"${name}"`) || text.includes(`'${name}'`) || text.includes(`'${name}/`));
  return Object.fromEntries(
    Object.entries(dependencies)
      .filter(([name]) => isUsed(name))
      .sort(),
  );
};

const packAll = async () => {
  if (!RUNTIME_FILES.every((file) => existsSync(path.join(RUNTIME, file)))) {
    const { buildRuntime } = await import('../apps/runner/scripts/build-runtime.mjs');
    await buildRuntime();
  }
  for (const file of RUNTIME_FILES) cpSync(path.join(RUNTIME, file), path.join(CLI_RUNTIME, file));
  const work = mkdtempSync(path.join(tmpdir(), 'pack-'));
  const store = `${TARBALLS}.${process.pid}.partial`;
  mkdirSync(store, { recursive: true });
  const targets = PACKAGES.map(({ folder }) => path.join(work, path.basename(folder)));
  let packed;
  try {
    await Promise.all(PACKAGES.map((definition, index) => assemble(definition, targets[index])));
    const version = versionOf(targets);
    for (const target of targets) writeVersion(target, version);
    packed = await Promise.all(PACKAGES.map((definition, index) => pack(definition, targets[index], version, store)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  writeFileSync(path.join(store, 'packages.json'), `${JSON.stringify(packed, null, 2)}\n`);
  // Renamed as a whole, so that a running gateway never serves half of a package.
  rmSync(TARBALLS, { recursive: true, force: true });
  renameSync(store, TARBALLS);
  return packed;
};

for (const { file, bytes } of await packAll()) console.log(`${file} (${Math.ceil(bytes / 1024)} kB)`);
