import { BUNDLE_OPTIONS, BUNDLED_FILE, givenModule, isBundledModule, IMPORT_HINT, type Diagnostic } from '@svc/compile';
import { build, type OnResolveArgs, type OnResolveResult, type PluginBuild } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Project } from '../project/project.js';
import { failedBuildDiagnostics } from './esbuild-diagnostics.js';
import type { BundledFunction, FunctionFile } from './function-file.js';

/** Marks resolutions that the plugin itself asked for. */
const INNER = Symbol('inner');

/** Bundles a function with its relative imports into one script. */
export async function bundleFunction(
  project: Project,
  entry: FunctionFile,
): Promise<BundledFunction | readonly Diagnostic[]> {
  try {
    const { outputFiles } = await build({
      ...BUNDLE_OPTIONS,
      entryPoints: [entry.file],
      absWorkingDir: project.root,
      // Never written: it makes the sources of the map relative to the project.
      outfile: path.join(project.root, 'function.js'),
      plugins: [{ name: 'imports', setup: (esbuild) => guardImports(esbuild, project) }],
    });
    const text = (suffix: string): string => outputFiles.find((file) => file.path.endsWith(suffix))?.text ?? '';
    return {
      ...entry,
      js: text('.js'),
      map: text('.map'),
      ts: await readFile(path.join(project.root, entry.file), 'utf8'),
    };
  } catch (error) {
    return failedBuildDiagnostics(error, project);
  }
}

function guardImports(esbuild: PluginBuild, project: Project): void {
  esbuild.onResolve({ filter: /.*/ }, async (args) => {
    if (args.kind === 'entry-point' || args.pluginData === INNER) return undefined;
    if (BUNDLED_FILE.test(args.importer)) return undefined;
    if (/^\.\.?(\/|$)/.test(args.path)) return relativeImport(esbuild, args, project);
    const given = givenModule(args.path);
    if (given !== undefined) return { path: given, external: true };
    if (isBundledModule(args.path)) return installedModule(esbuild, args, project);
    return { errors: [{ text: `Functions cannot import "${args.path}"`, detail: IMPORT_HINT }] };
  });
}

/** A module that becomes part of the script, from the packages that the project has installed. */
async function installedModule(
  esbuild: PluginBuild,
  { kind, path: name }: OnResolveArgs,
  { root }: Project,
): Promise<OnResolveResult> {
  const found = await esbuild.resolve(name, { kind, resolveDir: root, pluginData: INNER });
  if (found.errors.length > 0)
    return {
      errors: [{ text: `"${name}" is not installed`, detail: 'Install the packages of the project: npm install.' }],
    };
  return { path: found.path };
}

async function relativeImport(esbuild: PluginBuild, args: OnResolveArgs, project: Project): Promise<OnResolveResult> {
  const { kind, importer, resolveDir } = args;
  const resolved = await esbuild.resolve(args.path, { kind, importer, resolveDir, pluginData: INNER });
  if (resolved.errors.length > 0) {
    return {
      errors: [
        {
          text: `There is no file "${args.path}"`,
          detail: 'Relative imports name a file of the project, with the ending .js for a .ts file.',
        },
      ],
    };
  }
  const inside = path.relative(project.root, resolved.path);
  const foreign = inside.startsWith('..') || path.isAbsolute(inside) || inside.split(path.sep).includes('node_modules');
  if (foreign)
    return {
      errors: [{ text: `Functions cannot import "${args.path}", which is outside the project`, detail: IMPORT_HINT }],
    };
  return { path: resolved.path };
}
