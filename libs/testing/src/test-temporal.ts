import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SEARCH_ATTRIBUTES } from '@svc/contracts/workflows';
import type { Client } from '@temporalio/client';
import { freePort } from './free-port.js';
import { waitFor } from './wait-for.js';

const CACHED_BINARY = path.resolve(import.meta.dirname, '../../../.cache/bin/temporal');
const START_TIMEOUT_MS = 60_000;

/** A Temporal server that one test file has for itself. */
export interface TestTemporal {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  /** A client of its own, for looking at what is there. Close its connection. */
  client(): Promise<Client>;
  /** Stops the server; with `keepData` another one may start where it was. */
  stop(options?: { readonly keepData?: boolean }): Promise<void>;
}

export interface TestTemporalOptions {
  /** Port to listen on; a free one when missing. */
  readonly port?: number;
  /** Folder with an earlier server's data. */
  readonly folder?: string;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy()).once('connect', () => socket.end());
  });

const binary = (): string => {
  const named = process.env['TEST_TEMPORAL_BINARY'];
  if (named) return named;
  if (existsSync(CACHED_BINARY)) return CACHED_BINARY;
  throw new Error('There is no Temporal here: run the tests with "npm test", which fetches it.');
};

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const waitUntilUp = (child: ChildProcess, port: number): Promise<boolean> =>
  waitFor('the Temporal server', START_TIMEOUT_MS, () => {
    if (hasEnded(child)) throw new Error('The Temporal server ended instead of starting.');
    return answers(port);
  });

/** Loaded when it is needed: most tests do without Temporal. */
const connectClient = async (address: string): Promise<Client> => {
  const { Client, Connection } = await import('@temporalio/client');
  return new Client({ connection: await Connection.connect({ address }) });
};

/** Starts a Temporal server with the gateway's search attributes, as `npm start` does but without a UI. */
export async function startTestTemporal(options: TestTemporalOptions = {}): Promise<TestTemporal> {
  const folder = options.folder ?? (await mkdtemp(path.join(tmpdir(), 'gateway-temporal-')));
  const port = options.port ?? (await freePort());
  const attributes = SEARCH_ATTRIBUTES.flatMap(({ name, type }) => ['--search-attribute', `${name}=${type}`]);
  const args = [
    'server',
    'start-dev',
    '--headless',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--log-level',
    'error',
  ];
  const child = spawn(binary(), [...args, '--db-filename', path.join(folder, 'temporal.db'), ...attributes], {
    stdio: 'ignore',
  });
  await waitUntilUp(child, port);
  return {
    address: `127.0.0.1:${port}`,
    namespace: 'default',
    client: () => connectClient(`127.0.0.1:${port}`),
    stop: async ({ keepData = false } = {}) => {
      if (!hasEnded(child)) {
        const ended = new Promise((resolve) => child.once('close', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      if (!keepData) await rm(folder, { recursive: true, force: true });
    },
  };
}
