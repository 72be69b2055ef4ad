import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

const fromProc = async (pid: number): Promise<number | undefined> => {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
  } catch {
    return undefined;
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
