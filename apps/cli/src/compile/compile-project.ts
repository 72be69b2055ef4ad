import { CliError } from '../cli-error.js';
import type { Project } from '../project/project.js';
import { bundleFunction } from './bundle-function.js';
import { checkDefinition } from './check-definition.js';
import { checkProject } from './check-project.js';
import { describeBundle } from './describe-bundle.js';
import { sortedDiagnostics, type Diagnostic } from '@svc/compile';
import { discoverFunctions } from './discover-functions.js';
import type { CompiledFunction, FunctionFile } from './function-file.js';
import { typeCheck } from './type-check.js';

/** A project that compiled. */
export interface Compilation {
  readonly functions: readonly CompiledFunction[];
  /** Every function of the project, also those that were not to be compiled. */
  readonly files: readonly FunctionFile[];
  readonly warnings: readonly Diagnostic[];
  /** Whether types were checked; they are not where the project has no TypeScript. */
  readonly typesChecked: boolean;
}

interface CompileOptions {
  /** Compiles only these; all when missing. */
  readonly only?: (file: FunctionFile) => boolean;
  /** Whether types are checked, which takes longest. Default true. */
  readonly checkTypes?: boolean;
}

/**
 * Checks and bundles the functions of a project.
 * @throws {CliError} with every problem at once.
 */
export async function compileProject(
  project: Project,
  { only = () => true, checkTypes = true }: CompileOptions = {},
): Promise<Compilation> {
  const typesUnderWay = checkTypes ? typeCheck(project) : { checked: true, diagnostics: [] };
  const discovery = await discoverFunctions(project);
  const compiled = await Promise.all(discovery.functions.filter(only).map((file) => compileFunction(project, file)));
  const types = await typesUnderWay;
  const functions = compiled.flatMap((result) => ('descriptor' in result ? [result] : []));
  const problems = compiled.flatMap((result) => ('descriptor' in result ? checkDefinition(result) : result));
  // Ours come first: of two problems on one line they say what to do about it.
  const all = sortedDiagnostics([
    ...discovery.diagnostics,
    ...problems,
    ...checkProject(functions),
    ...types.diagnostics,
  ]);
  const errors = all.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw compileError(all, errors.length);
  return { functions, files: discovery.functions, warnings: all, typesChecked: types.checked };
}

async function compileFunction(
  project: Project,
  file: FunctionFile,
): Promise<CompiledFunction | readonly Diagnostic[]> {
  const bundled = await bundleFunction(project, file);
  if (!('js' in bundled)) return bundled;
  const descriptor = describeBundle(bundled);
  return 'severity' in descriptor ? [descriptor] : { ...bundled, descriptor };
}

function compileError(diagnostics: readonly Diagnostic[], errors: number): CliError {
  return new CliError(errors === 1 ? '1 error: nothing was compiled.' : `${errors} errors: nothing was compiled.`, {
    code: 'compilation_error',
    diagnostics,
  });
}
