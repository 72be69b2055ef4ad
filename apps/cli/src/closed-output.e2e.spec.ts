import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { COMPILED } from './testing/run-tool.js';

/** The tool before a pipe that nobody reads: its end is closed before anything is written. */
const runUnread = async (unread: 'stdout' | 'stderr', args: readonly string[]) => {
  const child = spawn(process.execPath, [COMPILED, ...args], { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] });
  child[unread].destroy();
  let text = '';
  child[unread === 'stdout' ? 'stderr' : 'stdout'].on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [exitCode] = await once(child, 'close');
  return { exitCode, text };
};

describe('output that nobody reads', () => {
  it.each([
    ['help', 'stdout', ['deploy', '--help']],
    ['a result', 'stdout', ['version', '--json']],
    ['a failure', 'stderr', ['nonsense']],
  ] as const)('ends the tool without a word: %s', async (_what, unread, args) => {
    expect(await runUnread(unread, args)).toEqual({ exitCode: 141, text: '' });
  });
});
