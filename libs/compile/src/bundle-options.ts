import type { BuildOptions } from 'esbuild';

/**
 * How a function becomes one script, wherever it is compiled: the same source gives the same script on every machine,
 * whatever a project's own configuration says about emitting.
 */
export const BUNDLE_OPTIONS = {
  write: false,
  bundle: true,
  format: 'cjs',
  platform: 'neutral',
  target: 'es2023',
  charset: 'utf8',
  keepNames: true,
  sourcemap: 'external',
  logLevel: 'silent',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: true } },
} as const satisfies BuildOptions;
