import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMPILED } from './run-tool.js';

/** What the user types once the screen shows a question. */
export interface Typed {
  readonly after: RegExp;
  readonly keys: string;
}

export interface ScreenOutcome {
  readonly exitCode: number | null;
  /** Everything that stood on the screen, also what the terminal echoed. */
  readonly screen: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Runs the tool at a real terminal, which the system's `script` command provides, and types answers when they are asked for. */
export async function runAtTerminal(
  cwd: string,
  args: readonly string[],
  answers: readonly Typed[],
  env: Readonly<Record<string, string>>,
): Promise<ScreenOutcome> {
  const command = [process.execPath, COMPILED, ...args];
  const inTerminal =
    process.platform === 'darwin'
      ? ['-q', '/dev/null', ...command]
      : ['-qec', command.map(quoted).join(' '), '/dev/null'];
  const child = spawn('script', inTerminal, { cwd, env: { PATH: process.env['PATH'], TERM: 'xterm', ...env } });
  const waiting = [...answers];
  let screen = '';
  let seen = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    const [next] = waiting;
    if (!next?.after.test(screen.slice(seen))) return;
    waiting.shift();
    seen = screen.length;
    child.stdin.write(next.keys);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [exitCode] = await once(child, 'close');
  clearTimeout(timer);
  return { exitCode, screen };
}
