import type { DeployMode, FunctionKind } from '@svc/contracts';
import { CliError } from '../cli-error.js';
import type { FunctionFile } from '../compile/function-file.js';

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
export function theOne<T extends FunctionFile>(functions: readonly T[], selection: Selection): T {
  const matches = functions.filter(isSelected(selection));
  const [match, other] = matches;
  if (match && !other) return match;
  const wanted = [
    selection.kind ?? 'function',
    `"${selection.name}"`,
    ...(selection.integration ? [`of "${selection.integration}"`] : []),
  ];
  if (match) {
    throw new CliError(`There are several functions named "${selection.name}": ${list(matches)}.`, {
      code: 'ambiguous_function',
      hint: 'Say which one: add --integration-id <integration>, and --type <sync|action|on-event> if that is not enough.',
    });
  }
  throw new CliError(`There is no ${wanted.join(' ')} in this project.`, {
    code: 'unknown_function',
    hint: functions.length === 0 ? 'index.ts imports no function.' : `index.ts imports: ${list(functions)}.`,
  });
}

const list = (functions: readonly FunctionFile[]): string =>
  functions.map(({ kind, integration, name }) => `${kind} ${integration}/${name}`).join(', ');
