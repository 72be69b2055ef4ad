import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;

/**
 * Tells a process from a later one that got the same number: its start time on Linux, `ps`'s elsewhere.
 * Undefined when there is no such process.
 */
export const processIdentity = (pid) => {
  if (process.platform === 'linux') {
    try {
      const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return afterName[0] === 'Z' ? undefined : afterName[19];
    } catch {
      return undefined;
    }
  }
  if (process.platform === 'win32') return isRunning(pid) ? 'running' : undefined;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** The command line of a process, or undefined. */
export const commandLine = (pid) => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
};

export const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Sends a signal and waits; sends SIGKILL when the process is still there after `graceMs`. */
export const stopProcess = async (pid, { signal = 'SIGTERM', graceMs = 10_000 } = {}) => {
  const identity = processIdentity(pid);
  const gone = () => identity === undefined || processIdentity(pid) !== identity;
  const send = (name) => {
    try {
      process.kill(pid, name);
    } catch {
      // It ended meanwhile.
    }
  };
  if (gone()) return;
  send(signal);
  for (const deadline = Date.now() + graceMs; Date.now() < deadline && !gone();) await sleep(POLL_MS);
  if (!gone()) send('SIGKILL');
  for (const deadline = Date.now() + 5000; Date.now() < deadline && !gone();) await sleep(POLL_MS);
};
