import { build, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';

export interface BundledFunction {
  readonly hash: string;
  readonly code: string;
  readonly sourceMap: string | null;
}

const hashOf = (code: string, sourceMap: string | null): string =>
  createHash('sha256')
    .update(sourceMap === null ? code : `${code}\0${sourceMap}`)
    .digest('hex');

/** A script that is not bundled, as a broken or hostile one may be. */
export const rawScript = (code: string): BundledFunction => ({ hash: hashOf(code, null), code, sourceMap: null });

type Entry = Pick<BuildOptions, 'stdin' | 'entryPoints' | 'absWorkingDir'>;

/** Bundles TypeScript as the command-line tool does. */
export const bundleFunction = (source: string, file = 'github/syncs/issues.ts'): Promise<BundledFunction> =>
  bundle({ stdin: { contents: source, sourcefile: file, loader: 'ts' } });

/** Bundles a function of several files. */
export const bundleFiles = (folder: string, file: string): Promise<BundledFunction> =>
  bundle({ absWorkingDir: folder, entryPoints: [file] });

const bundle = async (entry: Entry): Promise<BundledFunction> => {
  const { outputFiles } = await build({
    ...entry,
    bundle: true,
    format: 'cjs',
    platform: 'neutral',
    target: 'es2024',
    external: [
      '@svc/functions',
      'nango',
      'zod',
      'crypto',
      'url',
      'node:*',
      'fs',
      'child_process',
      'isolated-vm',
      'lodash',
    ],
    sourcemap: 'external',
    outfile: 'function.js',
    write: false,
    logLevel: 'silent',
  });
  const code = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  const sourceMap = outputFiles.find(({ path }) => path.endsWith('.map'))?.text ?? null;
  return { hash: hashOf(code, sourceMap), code, sourceMap };
};
