/** Finds or fetches the Temporal CLI, which holds the server and its UI. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Failure } from './failure.mjs';
import { CACHE } from './paths.mjs';
import { downloadQuietly } from './run-command.mjs';

const run = promisify(execFile);
const EXECUTABLE = process.platform === 'win32' ? 'temporal.exe' : 'temporal';
const BIN_DIR = path.join(CACHE, 'bin');
const CACHED = path.join(BIN_DIR, EXECUTABLE);
const VERSION = '1.5.1';
const OLDEST_SERVER = [1, 29];
const DOWNLOAD_PATIENCE_MS = 15_000;
const RELEASES = `https://github.com/temporalio/cli/releases/download/v${VERSION}`;

/** The official archives of this version with their SHA-256. */
const ARCHIVES = {
  'linux-x64': ['linux_amd64', 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d'],
  'linux-arm64': ['linux_arm64', 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5'],
  'darwin-x64': ['darwin_amd64', 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9'],
  'darwin-arm64': ['darwin_arm64', 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415'],
};

/** Major and minor version of the server inside a Temporal CLI; undefined when it does not run. */
const serverVersion = async (binary) => {
  try {
    const { stdout } = await run(binary, ['--version'], { timeout: 10_000 });
    const [, major, minor] = /\(Server (\d+)\.(\d+)/.exec(stdout) ?? [];
    return major === undefined ? undefined : [Number(major), Number(minor)];
  } catch {
    return undefined;
  }
};

const isNewEnough = async (binary) => {
  const version = await serverVersion(binary);
  if (!version) return false;
  const [major, minor] = version;
  return major > OLDEST_SERVER[0] || (major === OLDEST_SERVER[0] && minor >= OLDEST_SERVER[1]);
};

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((candidate) => existsSync(candidate));

/** Works in a folder of its own beside the final place, so that an interrupted attempt leaves no half binary. */
const install = async (fetchInto) => {
  mkdirSync(BIN_DIR, { recursive: true });
  const draft = mkdtempSync(path.join(BIN_DIR, 'temporal-'));
  try {
    await fetchInto(draft);
    renameSync(path.join(draft, EXECUTABLE), CACHED);
    return CACHED;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/** Reads a response, giving up when no byte arrives for a while. */
const readBody = async (response, giveUp) => {
  const chunks = [];
  for await (const chunk of response.body) {
    giveUp.refresh();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const download = async (draft) => {
  const [name, sha256] = ARCHIVES[`${process.platform}-${process.arch}`] ?? [];
  if (!name) throw new Failure(`there is no official build for ${process.platform}-${process.arch}`);
  const abort = new AbortController();
  const giveUp = setTimeout(() => abort.abort(), DOWNLOAD_PATIENCE_MS);
  try {
    const response = await fetch(`${RELEASES}/temporal_cli_${VERSION}_${name}.tar.gz`, { signal: abort.signal });
    if (!response.ok) throw new Failure(`the download answered ${response.status}`);
    const archive = await readBody(response, giveUp);
    const actual = createHash('sha256').update(archive).digest('hex');
    if (actual !== sha256) throw new Failure(`the download has checksum ${actual} instead of ${sha256}`);
    const file = path.join(draft, 'archive.tar.gz');
    writeFileSync(file, archive);
    await run('tar', ['-xzf', file, '-C', draft, EXECUTABLE]);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const seconds = DOWNLOAD_PATIENCE_MS / 1000;
    throw new Failure(
      abort.signal.aborted
        ? `github.com did not answer for ${seconds} s`
        : `github.com could not be reached (${error.cause?.code ?? error.message})`,
    );
  } finally {
    clearTimeout(giveUp);
  }
};

const buildWithGo = async (draft) => {
  const what = `go install github.com/temporalio/cli/cmd/temporal@v${VERSION}`;
  const [program, ...args] = what.split(' ');
  try {
    await downloadQuietly(program, args, { env: { ...process.env, GOBIN: draft, GOFLAGS: '' }, what });
  } catch (error) {
    throw error instanceof Failure ? new Failure(`${what} failed: ${error.message.split('\n').at(-1)}`) : error;
  }
};

/**
 * The path of a Temporal CLI whose server is new enough: from the PATH, the cache, the official download, or built with Go.
 * @param {import('./progress.mjs').Progress} progress
 */
export const temporalBinary = async (progress) => {
  const installed = onPath(EXECUTABLE);
  if (installed && (await isNewEnough(installed))) return installed;
  if (await isNewEnough(CACHED)) return CACHED;
  let reason;
  try {
    return await progress.step('Downloading the Temporal server', () => install(download));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    reason = error.message;
  }
  if (!onPath(process.platform === 'win32' ? 'go.exe' : 'go')) {
    throw new Failure(
      `There is no Temporal server: ${reason}, and Go, which could build it, is not installed. Install the Temporal CLI (server 1.29 or newer), or set TEMPORAL_ADDRESS.`,
    );
  }
  return progress.step(`Building the Temporal server with Go, as ${reason} (once, 2 to 3 minutes)`, () =>
    install(buildWithGo),
  );
};
