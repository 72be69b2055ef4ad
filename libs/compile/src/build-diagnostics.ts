import type { Message } from 'esbuild';
import { codeFrame } from './code-frame.js';
import type { Diagnostic } from './diagnostic.js';

/**
 * The messages of a build that failed; anything else that was thrown goes on.
 *
 * @param sourceOf text of a file that a message names, for the code around the place
 * @param entry file of messages that name none
 */
export function buildDiagnostics(
  error: unknown,
  sourceOf: (file: string) => string | undefined,
  entry: string,
): Diagnostic[] {
  if (!isBuildFailure(error)) throw error;
  return error.errors.map((message) => toDiagnostic(message, sourceOf, entry));
}

function toDiagnostic(
  { text, location, detail }: Message,
  sourceOf: (file: string) => string | undefined,
  entry: string,
): Diagnostic {
  const hint = typeof detail === 'string' ? { hint: detail } : {};
  if (!location) return { severity: 'error', file: entry, message: text, ...hint };
  const { file, line } = location;
  const column = location.column + 1;
  const source = sourceOf(file);
  const frame = source === undefined ? {} : { frame: codeFrame(source, line, column) };
  return { severity: 'error', file, line, column, message: text, ...frame, ...hint };
}

const isBuildFailure = (error: unknown): error is { errors: Message[] } =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);
