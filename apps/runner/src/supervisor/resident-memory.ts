import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Read at once: the kernel makes this file in microseconds, handing the work to another thread costs a hundred times that. */
const fromProc = (pid: number): Promise<number | undefined> => {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Promise.resolve(kibibytes === undefined ? undefined : Number(kibibytes) / 1024);
  } catch {
    return Promise.resolve(undefined);
  }
};

const fromPs = async (pid: number): Promise<number | undefined> => {
  try {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) / 1024;
  } catch {
    return undefined;
  }
};

/** Resident memory of a process in MiB; undefined when it has ended. */
export const readResidentMb = process.platform === 'linux' ? fromProc : fromPs;
