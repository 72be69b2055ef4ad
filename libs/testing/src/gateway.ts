import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.js';
import { waitFor } from './wait-for.js';

const START_SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/start.mjs');
const START_TIMEOUT_MS = 120_000;
const PORT_SETTINGS = ['PORT', 'INTERNAL_PORT', 'RUNNER_PORT', 'POSTGRES_PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT'];

/** The processes that a start runs. */
export type GatewayProcess = 'api' | 'worker' | 'runner' | 'temporal' | 'postgres';

/** What a start writes to `ready.json`. */
export interface ReadyFile {
  readonly apiUrl: string;
  readonly environment: string;
  readonly secretKey: string;
  readonly accountKey: string;
  readonly webhookSigningKey: string;
  readonly temporalAddress: string;
  readonly temporalUiUrl: string;
  readonly databaseUrl: string;
}

/** A whole gateway of its own: separate processes on ports and data that no other test uses. */
export interface Gateway extends ReadyFile {
  /** Folder with its data; `logs/<process>.log` are the logs. */
  readonly dataDir: string;
  /** Process number of one of its processes; another one after a restart. */
  pidOf(process: GatewayProcess): Promise<number>;
  /** Kills a process the hard way (PostgreSQL by its immediate stop). It is started again by itself, after half a second at first. */
  kill(process: GatewayProcess): Promise<void>;
  /** Waits until a killed process runs again under another number. It may not yet be ready. */
  waitForRestart(process: GatewayProcess, previousPid: number): Promise<number>;
  /** Stops everything; `keepData` leaves the folder for another start. */
  stop(options?: { readonly keepData?: boolean }): Promise<void>;
}

export interface GatewayOptions {
  /** Settings for its processes, for example `RATE_LIMIT_PER_MINUTE`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Data of an earlier gateway, to start again on. */
  readonly dataDir?: string;
}

const readJson = async <T>(file: string): Promise<T | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
};

const launch = async (dataDir: string, env: Readonly<Record<string, string>>) => {
  const ports = await Promise.all(PORT_SETTINGS.map(async (name) => [name, String(await freePort())] as const));
  const child = spawn(process.execPath, [START_SCRIPT, '--stop-with-stdin'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: '',
      TEMPORAL_ADDRESS: '',
      ...Object.fromEntries(ports),
      ...env,
      GATEWAY_DATA_DIR: dataDir,
    },
    // The pipe closes however this process ends, and the gateway with it.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output };
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const stop = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
};

/** Starts a gateway with PostgreSQL and Temporal of its own, as `npm start` does. Needs compiled packages. */
export const startGateway = async ({ env = {}, dataDir }: GatewayOptions = {}): Promise<Gateway> => {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'gateway-e2e-')));
  // A start that was killed left one behind.
  await rm(path.join(folder, 'ready.json'), { force: true });
  const { child, output } = await launch(folder, env);
  const inFolder = <T>(name: string) => readJson<T>(path.join(folder, name));
  const waitWhileAlive = <T>(what: string, ask: () => Promise<T | undefined>): Promise<T> =>
    waitFor(what, START_TIMEOUT_MS, async () => {
      if (hasEnded(child)) throw new Error(`The gateway ended; ${what} will not come.`);
      return await ask();
    });
  const ready = await waitWhileAlive('the gateway', () => inFolder<ReadyFile>('ready.json')).catch(async () => {
    await stop(child);
    if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    throw new Error(`The gateway did not start:\n${output()}`);
  });
  const runningPid = async (name: GatewayProcess): Promise<number | undefined> =>
    (await inFolder<Record<string, { pid: number } | undefined>>('processes.json'))?.[name]?.pid;
  const pidOf = (name: GatewayProcess) => waitWhileAlive(name, () => runningPid(name));
  return {
    ...ready,
    dataDir: folder,
    pidOf,
    // PostgreSQL's own immediate stop: a SIGKILL would leave its other processes behind for a while.
    kill: async (name) => void process.kill(await pidOf(name), name === 'postgres' ? 'SIGQUIT' : 'SIGKILL'),
    waitForRestart: (name, previousPid) =>
      waitWhileAlive(`the restart of ${name}`, async () => {
        const pid = await runningPid(name);
        return pid === previousPid ? undefined : pid;
      }),
    stop: async ({ keepData = false } = {}) => {
      await stop(child);
      if (!keepData) await rm(folder, { recursive: true, force: true });
    },
  };
};
