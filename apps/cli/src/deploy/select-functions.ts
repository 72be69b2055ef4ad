import type { DeployMode, FunctionKind } from '@svc/contracts';
import { CliError } from '../cli-error.js';
import type { Compilation } from '../compile/compile-project.js';
import { titleOf, type CompiledFunction, type FunctionFile } from '../compile/function-file.js';

/** Which functions of the project a command is about. */
export interface Selection {
  readonly integration?: string | undefined;
  readonly kind?: FunctionKind | undefined;
  readonly name?: string | undefined;
}

/** How much of the environment a deploy of this selection speaks for. */
export function deployModeOf({ name, integration }: Selection): DeployMode {
  if (name !== undefined) return 'single';
  return integration === undefined ? 'all' : 'integration';
}

export const isSelected =
  ({ integration, kind, name }: Selection) =>
  (file: FunctionFile): boolean =>
    (integration === undefined || file.integration === integration) &&
    (kind === undefined || file.kind === kind) &&
    (name === undefined || file.name === name);

/**
 * The one function that a selection means.
 * @throws {CliError} naming what there is, when it means none or several.
 */
export function theOne(
  { functions, files }: Pick<Compilation, 'functions' | 'files'>,
  selection: Selection,
): CompiledFunction {
  const matches = functions.filter(isSelected(selection));
  const [match, other] = matches;
  if (!match) throw nothingSelected(files, selection);
  if (!other) return match;
  throw new CliError(`There are several functions named "${selection.name}": ${list(matches)}.`, {
    code: 'ambiguous_function',
    hint: 'Say which one: name the integration, and the type if that is not enough (see --help).',
  });
}

/** The failure of a selection that means nothing: it says what there is instead. */
export function nothingSelected(files: readonly FunctionFile[], { name, kind, integration }: Selection): CliError {
  const what = name === undefined ? 'function' : `${kind ?? 'function'} "${name}"`;
  const where = integration === undefined ? 'in this project' : `of the integration "${integration}" in this project`;
  return new CliError(`There is no ${what} ${where}.`, {
    code: 'unknown_function',
    hint: files.length === 0 ? 'index.ts imports no function.' : `index.ts imports: ${list(files)}.`,
  });
}

const list = (functions: readonly FunctionFile[]): string => functions.map(titleOf).join(', ');
