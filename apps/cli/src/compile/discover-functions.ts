import { functionNameSchema, uniqueKeySchema, type FunctionKind } from '@svc/contracts';
import { build, type PluginBuild, type PartialMessage } from 'esbuild';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { INDEX_FILE, type Project } from '../project/project.js';
import type { Diagnostic } from '@svc/compile';
import { failedBuildDiagnostics } from './esbuild-diagnostics.js';
import type { FunctionFile } from './function-file.js';

const KIND_OF_FOLDER: Readonly<Record<string, FunctionKind>> = {
  syncs: 'sync',
  actions: 'action',
  'on-events': 'on-event',
};

const FORM = `./<integration>/<${Object.keys(KIND_OF_FOLDER).join('|')}>/<name>.js`;

/** The functions of a project and what is wrong with its index.ts. */
export interface Discovery {
  readonly functions: readonly FunctionFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds the functions that index.ts imports. Nothing of the project runs. */
export async function discoverFunctions(project: Project): Promise<Discovery> {
  const found = new Map<string, FunctionFile>();
  try {
    await build({
      entryPoints: [INDEX_FILE],
      absWorkingDir: project.root,
      bundle: true,
      write: false,
      format: 'esm',
      logLevel: 'silent',
      // Keeps imports whose names are not used: in index.ts the import is the use.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      plugins: [{ name: 'functions', setup: (esbuild) => collectImports(esbuild, project, found) }],
    });
  } catch (error) {
    return { functions: [...found.values()], diagnostics: failedBuildDiagnostics(error, project) };
  }
  const functions = [...found.values()];
  return { functions, diagnostics: notImported(project, functions) };
}

function collectImports(esbuild: PluginBuild, project: Project, found: Map<string, FunctionFile>): void {
  esbuild.onResolve({ filter: /.*/ }, ({ kind, path: specifier }) => {
    if (kind === 'entry-point') return undefined;
    const file = toFunctionFile(specifier, project);
    if (!('file' in file)) return { errors: [file] };
    if (found.has(file.file))
      return { errors: [{ text: `${file.file} is imported twice: remove one of the two imports` }] };
    found.set(file.file, file);
    return { path: specifier, external: true };
  });
}

function toFunctionFile(specifier: string, project: Project): FunctionFile | PartialMessage {
  const [dot, integration, folder, base, ...rest] = specifier.split('/');
  const kind = KIND_OF_FOLDER[folder ?? ''];
  const name = base?.replace(/\.(js|ts)$/, '');
  if (dot !== '.' || !integration || !kind || !name || rest.length > 0) {
    return { text: `"${specifier}" is not where a function lives: ${INDEX_FILE} may import ${FORM} only` };
  }
  const file = `${integration}/${folder}/${name}.ts`;
  if (!existsSync(path.join(project.root, file)))
    return { text: `${file} does not exist: create it or remove this import` };
  const wrongKey = uniqueKeySchema.safeParse(integration).error?.issues[0];
  if (wrongKey)
    return { text: `The folder "${integration}" is named after no integration: its key ${wrongKey.message}` };
  const wrongName = functionNameSchema.safeParse(name).error?.issues[0];
  if (wrongName) return { text: `The function name "${name}" ${wrongName.message}: rename the file` };
  return { integration, kind, name, file };
}

/** Functions that were written and then forgotten would be missing from a deploy without a word. */
function notImported(project: Project, functions: readonly FunctionFile[]): Diagnostic[] {
  const imported = new Set(functions.map(({ file }) => file));
  return functionFilesOnDisk(project.root)
    .filter((file) => !imported.has(file))
    .map((file) => ({
      severity: 'warning',
      file,
      message: `is not imported in ${INDEX_FILE}, so it is not deployed`,
      hint: `Add: import './${file.replace(/\.ts$/, '.js')}';`,
    }));
}

function functionFilesOnDisk(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .flatMap((integration) =>
      Object.keys(KIND_OF_FOLDER).flatMap((folder) => {
        const directory = path.join(root, integration.name, folder);
        if (!existsSync(directory)) return [];
        return readdirSync(directory)
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !/\.(spec|test)\.ts$/.test(file))
          .map((file) => `${integration.name}/${folder}/${file}`);
      }),
    )
    .sort();
}
