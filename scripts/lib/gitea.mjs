/** The real server that end-to-end tests connect to; it is built with Go once and kept in the user's cache. */
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { CACHE, inRoot } from './paths.mjs';

const OLDEST_GO = [1, 26, 2];
const BUILD_SCRIPT = inRoot('test/providers/gitea/build.sh');
const LOG = `${CACHE}/gitea-build.log`;

const output = (program, ...args) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
};

const isOlder = (version) => {
  const difference = OLDEST_GO.map((part, index) => (version[index] ?? 0) - part).find((value) => value !== 0);
  return difference !== undefined && difference < 0;
};

/** Why Gitea cannot be had on this machine, or undefined when it can. */
export const whyNoGitea = () => {
  if (process.platform !== 'linux') return 'its scripts run on Linux only';
  if (output(BUILD_SCRIPT, '--is-built') !== undefined) return undefined;
  const version = /go(\d+)\.(\d+)(?:\.(\d+))?/
    .exec(output('go', 'version') ?? '')
    ?.slice(1)
    .map((part) => Number(part ?? 0));
  if (!version) return 'Go is not installed';
  if (isOlder(version)) return `Go ${version.join('.')} is older than ${OLDEST_GO.join('.')}`;
  return output('cc', '--version') === undefined ? 'there is no C compiler' : undefined;
};

/** Builds it where needed, at low priority; resolves to whether it is there now. */
export const buildGitea = () => {
  mkdirSync(CACHE, { recursive: true });
  const log = openSync(LOG, 'w');
  const child = spawn(BUILD_SCRIPT, [], { stdio: ['ignore', log, log] });
  closeSync(log);
  return {
    log: LOG,
    done: new Promise((resolve) => {
      child.on('error', () => resolve(false));
      child.on('close', (code) => resolve(code === 0));
    }),
    stop: () => child.kill('SIGTERM'),
  };
};
