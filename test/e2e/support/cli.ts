import { execFile } from 'node:child_process';
import path from 'node:path';

const CLI = path.resolve(import.meta.dirname, '../../../apps/cli/dist/main.js');

export interface CliOutcome {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs the command-line tool in a project's folder, as a user would. */
export async function runCli(
  project: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CliOutcome> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args],
      { cwd: project, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const exitCode = error ? Number(error.code ?? 1) : 0;
        resolve({ exitCode, output: stdout + stderr });
      },
    );
  });
}
