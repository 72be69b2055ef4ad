import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Numbers of the processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  return rows.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}
