import { execFile } from 'node:child_process';
import path from 'node:path';

/** The compiled tool. */
export const COMPILED = path.resolve(import.meta.dirname, '../../dist/main.js');

export interface ToolOutcome {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ToolOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Another file than the compiled tool, such as an installed one. */
  readonly tool?: string;
}

/** Runs the tool in a folder as a user would: its own process, no terminal, nothing of this process's settings. */
export function runTool(
  cwd: string,
  args: readonly string[],
  { env = {}, tool = COMPILED }: ToolOptions = {},
): Promise<ToolOutcome> {
  return run(process.execPath, [tool, ...args], cwd, env);
}

/** Runs any command; never rejects. */
export function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ToolOutcome> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...environmentOfTests(), ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ exitCode: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** Without what would change the tool's mind; npm needs the rest to reach its registry. */
const environmentOfTests = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CI$|SVC_|NANGO_)/.test(name)));
