/** api, worker and runner as child processes. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { stopProcess } from './os-process.mjs';
import { ROOT } from './paths.mjs';

const STOP_GRACE_MS = 30_000;

/**
 * Starts a compiled entry point; it appends to its own log file and belongs to no terminal, so that Ctrl-C reaches only
 * the start script, which stops everything in order.
 */
export const startNodeService = ({ entry, nodeFlags = [], env, logFile }) => {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...nodeFlags, entry], {
    cwd: ROOT,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', () => undefined);
  return { child, stop: () => stopProcess(child.pid, { graceMs: STOP_GRACE_MS }) };
};

/** Why a service that did not become ready failed, in its own words. */
export const failureOf = (name, logFile) => {
  const end = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
  return new Failure(`${name} did not start. The end of ${logFile}:\n${end}`);
};
