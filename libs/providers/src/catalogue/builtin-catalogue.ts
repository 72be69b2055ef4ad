import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { compileCatalogue, type CompiledCatalogue } from './compiled-catalogue.js';

const COMPILED_FILE = new URL('../catalogue.json', import.meta.url);
const SOURCE_FOLDER = fileURLToPath(new URL('../../', import.meta.url));

// Written by our own build from definitions that were checked there, so only its outline is checked again.
const compiledCatalogueSchema = z.custom<CompiledCatalogue>(
  (value) =>
    z.object({ definitions: z.record(z.string(), z.object({})), templates: z.object({}) }).safeParse(value).success,
);

/** The providers that come with the gateway: the compiled file, or the YAML files where nothing was built yet. */
export async function loadBuiltinCatalogue(): Promise<CompiledCatalogue> {
  let json: string;
  try {
    json = await readFile(COMPILED_FILE, 'utf8');
  } catch {
    return compileCatalogue(SOURCE_FOLDER);
  }
  return compiledCatalogueSchema.parse(JSON.parse(json));
}
