import { buildDiagnostics, type Diagnostic } from '@svc/compile';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Project } from '../project/project.js';

/** The messages of a build that failed; anything else that was thrown goes on. */
export const failedBuildDiagnostics = (error: unknown, project: Project): Diagnostic[] =>
  buildDiagnostics(error, (file) => sourceOf(path.join(project.root, file)), 'index.ts');

function sourceOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
