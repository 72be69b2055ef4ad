/**
 * Checks every provider definition and writes them as one file, `dist/catalogue.json`. Runs after this package was
 * compiled: `node libs/providers/scripts/compile.mjs`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileCatalogue } from '../dist/index.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

try {
  const catalogue = await compileCatalogue(packageFolder);
  await writeFile(new URL('../dist/catalogue.json', import.meta.url), JSON.stringify(catalogue));
  console.log(`Provider catalogue: ${Object.keys(catalogue.definitions).length} definitions`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
