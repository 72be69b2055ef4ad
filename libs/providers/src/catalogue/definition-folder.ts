import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { definedProviderNameSchema, type ProviderDefinition } from '@svc/contracts';
import type { DefinitionProblem } from './definition-problem.js';
import { parseDefinition } from './parse-definition.js';

/** A definition file that could be read. */
export interface DefinitionFile {
  /** Path relative to the folder. */
  readonly file: string;
  /** Name of the provider: that of the file. */
  readonly name: string;
  readonly definition: ProviderDefinition;
}

/** What a folder of definitions holds. */
export interface DefinitionFolderContent {
  readonly files: readonly DefinitionFile[];
  readonly problems: readonly DefinitionProblem[];
  /** Every definition file there is, also the broken ones. */
  readonly fileNames: ReadonlySet<string>;
}

/** Reads every `.yaml` and `.yml` file of a folder and of those below it; each file is named as its provider. */
export async function readDefinitionFolder(folder: string): Promise<DefinitionFolderContent> {
  const fileNames = await listYamlFiles(folder);
  const problems: DefinitionProblem[] = [];
  const byName = new Map<string, DefinitionFile>();
  for (const file of fileNames) {
    const name = path.basename(file).replace(/\.ya?ml$/, '');
    const nameProblem = problemWithName(name, byName.get(name));
    if (nameProblem) {
      problems.push({ file, path: '', reason: nameProblem });
      continue;
    }
    const parsed = await readDefinitionFile(folder, file);
    if (parsed.definition) byName.set(name, { file, name, definition: parsed.definition });
    else problems.push(...parsed.problems);
  }
  return { files: [...byName.values()], problems, fileNames: new Set(fileNames) };
}

async function readDefinitionFile(folder: string, file: string): Promise<ReturnType<typeof parseDefinition>> {
  try {
    return parseDefinition(await readFile(path.join(folder, file), 'utf8'), file);
  } catch (error) {
    const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { problems: [{ file, path: '', reason }] };
  }
}

async function listYamlFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  // Editors and Kubernetes leave hidden files and folders behind.
  const isHidden = (file: string): boolean => file.split(path.sep).some((part) => part.startsWith('.'));
  return entries.filter((file) => /\.ya?ml$/.test(file) && !isHidden(file)).sort();
}

function problemWithName(name: string, other: DefinitionFile | undefined): string | undefined {
  if (other) return `"${name}" is already defined by ${other.file}`;
  if (definedProviderNameSchema.safeParse(name).success) return undefined;
  return `"${name}" cannot be a provider's name: it may contain a-z, 0-9 and - only`;
}
