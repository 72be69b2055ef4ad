import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';
import { ROOT } from './paths.mjs';

/** A script that is interrupted takes what it runs with it. */
export const endWithScript = (child) => {
  const end = () => child.kill();
  process.once('exit', end);
  child.once('close', () => process.off('exit', end));
};

/** Runs a program; its output is shown only when it fails. */
export const runQuietly = (program, args, { env = process.env, what = program } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    endWithScript(child);
    let output = '';
    let result = '';
    child.stdout.on('data', (chunk) => ((output += chunk), (result += chunk)));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve(result);
      reject(new Failure(`${what} failed:\n${output.trim()}`));
    });
  });

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
