import { CliError } from '../cli-error.js';
import { codeFrame, type Diagnostic } from '@svc/compile';
import { SCRIPT_NAME } from '../compile/evaluate-script.js';
import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { originalPosition } from '../compile/original-position.js';
import type { DryrunFailure } from './dryrun-messages.js';

/** A function's failure with the place in its author's source. */
export function failureOf(compiled: CompiledFunction, failure: DryrunFailure): CliError {
  const { name, message, issues = [], upstream, payload } = failure;
  const details = upstream ?? payload;
  const lines = [
    `The ${titleOf(compiled)} failed: ${name}: ${message}`,
    ...issues.map((issue) => `  - ${[...issue.path, issue.message].join(' ')}`),
    ...(details === undefined ? [] : [JSON.stringify(details, null, 2)]),
  ];
  const diagnostic = diagnosticOf(compiled, failure);
  return new CliError(lines.join('\n'), { code: failure.type, ...(diagnostic && { diagnostics: [diagnostic] }) });
}

function diagnosticOf({ map }: CompiledFunction, { stack, message, name }: DryrunFailure): Diagnostic | undefined {
  const position = originalPosition(stack ?? '', SCRIPT_NAME, map);
  if (!position) return undefined;
  const { file, line, column, source } = position;
  const frame = source === undefined ? {} : { frame: codeFrame(source, line, column) };
  return { severity: 'error', file, line, column, message: `${name}: ${message}`, ...frame };
}
