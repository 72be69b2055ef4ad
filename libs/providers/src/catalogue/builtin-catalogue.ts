import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { compileCatalogue, type CompiledCatalogue } from './compiled-catalogue.js';
import type { FunctionTemplates } from './function-template.js';

const SOURCE_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const BUILT_FOLDER = new URL('../../dist/', import.meta.url);

// Written by our own build from what was checked there, so only their outlines are checked again.
const definitionsSchema = z.custom<Pick<CompiledCatalogue, 'definitions'>>(
  (value) => z.object({ definitions: z.record(z.string(), z.object({})) }).safeParse(value).success,
);
const templatesSchema = z.custom<FunctionTemplates>(
  (value) => z.record(z.string(), z.array(z.object({ code: z.string() }))).safeParse(value).success,
);

/** The providers that come with the gateway: the compiled files, or the YAML files where nothing was built yet. */
export async function loadBuiltinCatalogue(): Promise<CompiledCatalogue> {
  const json = await readCompiled(new URL('../catalogue.json', import.meta.url));
  const { definitions } = json === undefined ? await compileCatalogue(SOURCE_FOLDER) : definitionsSchema.parse(json);
  return {
    definitions,
    templates: templatesSchema.parse((await readCompiled(new URL('templates.json', BUILT_FOLDER))) ?? {}),
  };
}

async function readCompiled(file: URL): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
