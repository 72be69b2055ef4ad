import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';
import { ROOT } from './paths.mjs';

/** A script that is interrupted takes what it runs with it. */
export const endWithScript = (child) => {
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
};

/** Ended by us, as it took longer than it ever should. */
class TookTooLong extends Failure {}

const DOWNLOAD_PATIENCE_MS = 10 * 60_000;
const DOWNLOAD_TRIES = 3;

/** Runs a program; its output is shown only when it fails. */
export const runQuietly = (program, args, { cwd = ROOT, env = process.env, what = program, patienceMs } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithScript(child);
    let output = '';
    let result = '';
    const giveUp = () => {
      child.kill('SIGKILL');
      reject(new TookTooLong(`${what} was not done after ${patienceMs / 60_000} minutes.\n${output.trim()}`.trim()));
    };
    const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
    child.stdout.on('data', (chunk) => ((output += chunk), (result += chunk)));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0) return resolve(result);
      reject(new Failure(`${what} failed:\n${output.trim()}`));
    });
  });

/**
 * Runs a program that fetches from the network, where a connection may hang for ever: the program is ended then and begun again,
 * up to three times ten minutes. What it has fetched by then is in its cache.
 */
export const downloadQuietly = async (program, args, options) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runQuietly(program, args, { ...options, patienceMs: DOWNLOAD_PATIENCE_MS });
    } catch (error) {
      if (!(error instanceof TookTooLong) || attempt === DOWNLOAD_TRIES) throw error;
    }
  }
};

/** Runs a program whose output goes straight to the terminal, and returns its exit code. */
export const runVisibly = (program, args, { env = process.env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
    child.on('error', reject);
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward);
      resolve(code ?? 1);
    });
  });
