/**
 * Checks every provider definition and writes them as one file, `dist/catalogue.json`, their logos as `dist/logos.json`
 * and ready-made functions, compiled, as `dist/templates.json`.
 * Runs after this package was compiled: `node libs/providers/scripts/compile.mjs`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compileCatalogue } from '../dist/index.js';
import { compileTemplates } from '../../../scripts/compile-templates.mjs';
import { logosOf } from './logos.mjs';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));

try {
  const catalogue = await compileCatalogue(packageFolder);
  await writeFile(new URL('../dist/catalogue.json', import.meta.url), JSON.stringify(catalogue));
  const logos = logosOf(catalogue.definitions);
  await writeFile(new URL('../dist/logos.json', import.meta.url), JSON.stringify(logos));
  const templates = await compileTemplates(fileURLToPath(new URL('../templates', import.meta.url)));
  const unknown = Object.keys(templates).filter((name) => !(name in catalogue.definitions));
  if (unknown.length > 0)
    throw new Error(`Templates of providers that are not in the catalogue: ${unknown.join(', ')}`);
  await writeFile(new URL('../dist/templates.json', import.meta.url), JSON.stringify(templates));
  const [definitions, signs] = [catalogue.definitions, logos].map((map) => Object.keys(map).length);
  console.log(`Provider catalogue: ${definitions} definitions, ${signs} logos`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
