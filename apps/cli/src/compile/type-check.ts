import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Project } from '../project/project.js';
import { codeFrame, type Diagnostic } from '@svc/compile';
import { typeConfiguration } from './type-configuration.js';

/** The result of a type check; skipped where the project has no TypeScript. */
export interface TypeCheck {
  readonly checked: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** `file(line,column): error TS1234: message`; what it goes on with is indented. */
const ERROR_LINE = /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/;
const GLOBAL_ERROR_LINE = /^error (TS\d+): (.*)$/;

/** Checks the types of a project with the TypeScript that it has installed. */
export async function typeCheck(project: Project): Promise<TypeCheck> {
  const compiler = compilerOf(project);
  if (compiler === undefined || !existsSync(path.join(project.root, 'tsconfig.json')))
    return { checked: false, diagnostics: [] };
  const configuration = typeConfiguration(project);
  const args = [compiler, '--noEmit', '--pretty', 'false', '--project', configuration.file];
  const output = await run(process.execPath, args, project.root).finally(configuration.remove);
  return { checked: true, diagnostics: parseCompilerOutput(output, (file) => readSource(project, file)) };
}

/** Reads the compiler's own output, which every version of it writes alike. */
export function parseCompilerOutput(output: string, sourceOf: (file: string) => string | undefined): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const line of output.split(/\r?\n/)) {
    const next = toDiagnostic(line, sourceOf);
    const last = diagnostics.at(-1);
    if (next) diagnostics.push(next);
    else if (last && /^\s+\S/.test(line))
      diagnostics[diagnostics.length - 1] = { ...last, message: `${last.message}\n${line}` };
  }
  return diagnostics;
}

function toDiagnostic(line: string, sourceOf: (file: string) => string | undefined): Diagnostic | undefined {
  const [, file, lineText, columnText, code, message] = ERROR_LINE.exec(line) ?? [];
  if (file !== undefined) {
    const place = { line: Number(lineText), column: Number(columnText) };
    const source = sourceOf(file);
    const frame = source === undefined ? {} : { frame: codeFrame(source, place.line, place.column) };
    return { severity: 'error', file, ...place, message: `${message} (${code})`, ...frame };
  }
  const [, globalCode, globalMessage] = GLOBAL_ERROR_LINE.exec(line) ?? [];
  return globalCode === undefined
    ? undefined
    : { severity: 'error', file: 'tsconfig.json', message: `${globalMessage} (${globalCode})` };
}

function compilerOf(project: Project): string | undefined {
  try {
    const packageFile = createRequire(path.join(project.root, 'index.ts')).resolve('typescript/package.json');
    const compiler = path.join(path.dirname(packageFile), 'bin', 'tsc');
    return existsSync(compiler) ? compiler : undefined;
  } catch {
    return undefined;
  }
}

function readSource(project: Project, file: string): string | undefined {
  try {
    return readFileSync(path.join(project.root, file), 'utf8');
  } catch {
    return undefined;
  }
}

/** The compiler ends with an error status when it found something, which is no failure of ours. */
function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && stdout === '') reject(new Error(`The type check did not run: ${stderr || error.message}`));
      else resolve(stdout);
    });
  });
}
