import type { ProviderDefinition } from '@svc/contracts';
import { validateDefinition } from '../validation/validate-definition.js';
import type { CatalogueDefinitions } from './catalogue-definitions.js';
import { readDefinitionFolder, type DefinitionFile } from './definition-folder.js';
import type { DefinitionProblem } from './definition-problem.js';
import { resolveDefinition } from './resolve-provider.js';

/** What a reading of the operator's folder gave. */
export interface OperatorReading {
  /** The gateway's own definitions with the operator's laid over them. */
  readonly definitions: CatalogueDefinitions;
  readonly problems: readonly DefinitionProblem[];
}

/** The operator's folder of definitions. Keeps what a file said last while it was right. */
export class OperatorDefinitions {
  private lastGood = new Map<string, DefinitionFile>();

  constructor(
    private readonly folder: string,
    private readonly builtin: CatalogueDefinitions,
  ) {}

  async read(): Promise<OperatorReading> {
    const content = await readDefinitionFolder(this.folder);
    const problems = [...content.problems];
    const candidates = new Map(content.files.map((file) => [file.file, file]));
    for (const file of content.fileNames) {
      const kept = this.lastGood.get(file);
      if (!candidates.has(file) && kept) candidates.set(file, kept);
    }
    this.replaceInvalid(candidates, problems);
    this.lastGood = candidates;
    return { definitions: this.overlay(candidates.values()), problems };
  }

  /** Puts the last good version in the place of each file that cannot be used, or leaves it out. */
  private replaceInvalid(candidates: Map<string, DefinitionFile>, problems: DefinitionProblem[]): void {
    let hasChanged = true;
    // Once more after a change: what is an alias of a definition that fell out falls out too.
    while (hasChanged) {
      hasChanged = false;
      const definitions = this.overlay(candidates.values());
      for (const candidate of [...candidates.values()]) {
        const found = findProblems(candidate, definitions);
        if (found.length === 0) continue;
        problems.push(...found);
        const kept = this.lastGood.get(candidate.file);
        if (kept && kept !== candidate) candidates.set(candidate.file, kept);
        else candidates.delete(candidate.file);
        hasChanged = true;
      }
    }
  }

  private overlay(files: Iterable<DefinitionFile>): Map<string, ProviderDefinition> {
    const definitions = new Map(this.builtin);
    for (const { name, definition } of files) definitions.set(name, definition);
    return definitions;
  }
}

function findProblems({ name, file }: DefinitionFile, definitions: CatalogueDefinitions): DefinitionProblem[] {
  const { definition, reason } = resolveDefinition(name, definitions);
  if (!definition) return [{ file, path: 'alias', reason }];
  return validateDefinition(definition, { allowHttp: true }).map((problem) => ({ file, ...problem }));
}
