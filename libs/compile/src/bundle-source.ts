import { createRequire } from 'node:module';
import { BUNDLED_FILE, givenModule, IMPORT_HINT, isBundledModule } from './allowed-modules.js';
import { buildDiagnostics } from './build-diagnostics.js';
import { BUNDLE_OPTIONS } from './bundle-options.js';
import type { Diagnostic } from './diagnostic.js';

/** A function as one script. */
export interface BundledSource {
  /** Body of a CommonJS module; `module.exports.default` is the definition. */
  readonly js: string;
  /** Source map of `js`, as JSON. */
  readonly map: string;
}

/**
 * Bundles a function that is one text, such as one that came through the API: there are no files beside it, so it may import
 * only what the runner gives, and zod 3. Nothing of it is evaluated.
 *
 * @param file name of the source in messages and in the source map
 * @returns the script, or everything that is wrong
 */
export async function bundleSource(code: string, file: string): Promise<BundledSource | readonly Diagnostic[]> {
  // 80 ms that no process should pay for at its start.
  const { build } = await import('esbuild');
  try {
    const { outputFiles } = await build({
      ...BUNDLE_OPTIONS,
      stdin: { contents: code, sourcefile: file, loader: 'ts' },
      outfile: 'function.js',
      plugins: [
        {
          name: 'imports',
          setup: (esbuild) => {
            esbuild.onResolve({ filter: /.*/ }, (args) => {
              if (args.kind === 'entry-point' || BUNDLED_FILE.test(args.importer)) return undefined;
              if (isBundledModule(args.path)) return { path: createRequire(import.meta.url).resolve(args.path) };
              const given = givenModule(args.path);
              if (given !== undefined) return { path: given, external: true };
              return { errors: [{ text: `Functions cannot import "${args.path}"`, detail: hintOf(args.path) }] };
            });
          },
        },
      ],
    });
    const text = (suffix: string): string => outputFiles.find(({ path }) => path.endsWith(suffix))?.text ?? '';
    return { js: text('.js'), map: text('.map') };
  } catch (error) {
    return buildDiagnostics(error, (name) => (name === file ? code : undefined), file);
  }
}

const hintOf = (path: string): string =>
  path.startsWith('.')
    ? 'A function that is sent to the API is one text without files beside it: put what it needs into it, or deploy with the command-line tool.'
    : IMPORT_HINT;
