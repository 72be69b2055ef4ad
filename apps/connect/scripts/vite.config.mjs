/** How the page is built and, by `npx vite -c apps/connect/scripts/vite.config.mjs`, developed. */
import path from 'node:path';

const PACKAGE = path.resolve(import.meta.dirname, '..');

/** @type {import('vite').UserConfig} */
export default {
  root: PACKAGE,
  configFile: false,
  // Relative, so that the page works below any path.
  base: './',
  publicDir: false,
  resolve: { conditions: ['@svc/source', 'module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: path.join(PACKAGE, 'dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    // No `data:` scripts or fonts: the page runs under a strict content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
};
