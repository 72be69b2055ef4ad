/** A local Temporal server with its UI. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { stopProcess } from './os-process.mjs';

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/**
 * What the gateway relies on and the server does not do by itself: workflows and activities start without a detour over
 * the queue, tasks of many customers are taken in turn, and Schedules may start more than 30 runs a second.
 */
const DYNAMIC_CONFIG = {
  'system.enableActivityEagerExecution': true,
  'system.enableEagerWorkflowStart': true,
  'matching.useNewMatcher': true,
  'matching.enableFairness': true,
  'worker.schedulerNamespaceStartWorkflowRPS': 300,
};

const answers = (port) =>
  new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => socket.destroy() && resolve(true));
    socket.once('error', () => resolve(false));
  });

/** The server opens its port before it serves; only an answer to a call tells that it is ready. */
const isServing = (binary, port) =>
  new Promise((resolve) => {
    const args = ['operator', 'namespace', 'describe', '--namespace', 'default', '--address', `127.0.0.1:${port}`];
    spawn(binary, args, { stdio: 'ignore' })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0));
  });

const waitUntilReady = async ({ child, binary, port, logFile }) => {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if ((await answers(port)) && (await isServing(binary, port))) return;
  }
  const lastLine = readFileSync(logFile, 'utf8').trim().split('\n').at(-1);
  throw new Failure(`The Temporal server did not start: ${lastLine || `see ${logFile}`}`);
};

/**
 * @param {{binary: string, port: number, uiPort?: number, databaseFile?: string, logFile: string}} options without
 *   `uiPort` there is no UI; without `databaseFile` everything is gone when it stops
 */
export const startTemporal = async ({ binary, port, uiPort, databaseFile, logFile }) => {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const ui = uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort)];
  const file = databaseFile === undefined ? [] : ['--db-filename', databaseFile];
  const dynamic = Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) => [
    '--dynamic-config-value',
    `${key}=${value}`,
  ]);
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    ...ui,
    ...file,
    ...dynamic,
    '--log-level',
    'error',
  ];
  const log = openSync(logFile, 'w');
  const child = spawn(binary, args, { detached: process.platform !== 'win32', stdio: ['ignore', log, log] });
  closeSync(log);
  child.on('error', () => undefined);
  const stop = () => stopProcess(child.pid);
  try {
    await waitUntilReady({ child, binary, port, logFile });
  } catch (error) {
    await stop();
    throw error;
  }
  return { child, address: `127.0.0.1:${port}`, stop };
};
