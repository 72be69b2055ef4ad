import path from 'node:path';
import type { ProviderDefinition } from '@svc/contracts';
import { checkDuplicates } from '../validation/check-duplicates.js';
import { checkNames } from '../validation/check-names.js';
import { checkProvenance } from '../validation/check-provenance.js';
import { validateDefinition } from '../validation/validate-definition.js';
import type { DefinitionProblem } from './definition-problem.js';
import { formatProblem } from './definition-problem.js';
import { readDefinitionFolder } from './definition-folder.js';
import type { FunctionTemplates } from './function-template.js';
import { resolveDefinition } from './resolve-provider.js';

/** The providers that come with the gateway, in one file. */
export interface CompiledCatalogue {
  readonly definitions: Readonly<Record<string, ProviderDefinition>>;
  /** Ready-made functions by provider. */
  readonly templates: FunctionTemplates;
}

/**
 * Reads and checks all definitions of a source folder: `definitions/<category>/<name>.yaml`. Ready-made functions are compiled
 * apart, by the build.
 *
 * @throws Error that lists everything wrong, a line each.
 */
export async function compileCatalogue(sourceFolder: string): Promise<Pick<CompiledCatalogue, 'definitions'>> {
  const { files, problems } = await readDefinitionFolder(path.join(sourceFolder, 'definitions'));
  const definitions = new Map(files.map(({ name, definition }) => [name, definition]));
  const semantic = files.flatMap(({ file, name }): DefinitionProblem[] => {
    const { definition, reason } = resolveDefinition(name, definitions);
    if (!definition) return [{ file, path: 'alias', reason }];
    const found = [
      ...validateDefinition(definition, { allowHttp: false }),
      ...checkProvenance(definitions.get(name) ?? definition, definition),
    ];
    return found.map((problem) => ({ file, ...problem }));
  });
  const fileOf = new Map(files.map(({ name, file }) => [name, file]));
  const between = [...checkNames(definitions), ...checkDuplicates(definitions)].map(({ name, path, reason }) => ({
    file: fileOf.get(name) ?? name,
    path,
    reason,
  }));
  const all = [...problems, ...semantic, ...between];
  if (all.length > 0) throw new Error(`The catalogue is not valid:\n${all.map(formatProblem).join('\n')}`);
  return { definitions: Object.fromEntries(definitions) };
}
