import type { Message } from 'esbuild';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../project/project.js';
import { codeFrame } from './code-frame.js';
import type { Diagnostic } from './diagnostic.js';

/** The messages of a build that failed; anything else that was thrown goes on. */
export function failedBuildDiagnostics(error: unknown, project: Project): Diagnostic[] {
  if (!isBuildFailure(error)) throw error;
  return error.errors.map((message) => toDiagnostic(message, project));
}

function toDiagnostic({ text, location, detail }: Message, project: Project): Diagnostic {
  const hint = typeof detail === 'string' ? { hint: detail } : {};
  if (!location) return { severity: 'error', file: 'index.ts', message: text, ...hint };
  const { file, line, column } = location;
  const frame = frameOf(path.join(project.root, file), line, column + 1);
  return { severity: 'error', file, line, column: column + 1, message: text, ...(frame && { frame }), ...hint };
}

function frameOf(file: string, line: number, column: number): string | undefined {
  try {
    return codeFrame(readFileSync(file, 'utf8'), line, column);
  } catch {
    return undefined;
  }
}

const isBuildFailure = (error: unknown): error is { errors: Message[] } =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors);
