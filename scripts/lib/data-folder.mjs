/** The folder in which a start keeps its data, with the secrets that it made up and the processes that it runs. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { processIdentity, stopProcess } from './os-process.mjs';

/** The order in which processes stop: those that answer callers first, what holds the data last. */
export const STOP_ORDER = ['api', 'worker', 'runner', 'temporal', 'postgres'];

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

export class DataFolder {
  #running = {};
  /** Whether this process has taken the folder. */
  isOpen = false;

  constructor(folder) {
    this.path = path.resolve(folder);
  }

  file(...parts) {
    return path.join(this.path, ...parts);
  }

  read(name) {
    return readJson(this.file(name));
  }

  /** Readable by the owner alone, and never half written. */
  writePrivately(name, content) {
    const draft = this.file(`${name}.${process.pid}.new`);
    writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.file(name));
  }

  remove(name) {
    rmSync(this.file(name), { force: true });
  }

  /** Takes the folder for this process; stops what a killed start left running in it. */
  async open() {
    try {
      mkdirSync(this.file('logs'), { recursive: true });
      chmodSync(this.file('logs'), 0o700);
    } catch (error) {
      throw new Failure(
        `The data folder ${this.path} cannot be written (${error.code}); set GATEWAY_DATA_DIR to another one.`,
      );
    }
    const owner = this.read('start.json');
    if (owner && owner.pid !== process.pid && processIdentity(owner.pid) === owner.identity) {
      throw new Failure(
        `The gateway already runs on ${this.path} (process ${owner.pid}); stop that one, or set GATEWAY_DATA_DIR and the ports.`,
      );
    }
    this.writePrivately('start.json', { pid: process.pid, identity: processIdentity(process.pid) });
    this.isOpen = true;
    this.remove('ready.json');
    const leftovers = this.read('processes.json') ?? {};
    for (const name of STOP_ORDER) {
      const leftover = leftovers[name];
      if (!leftover || leftover.identity === undefined || processIdentity(leftover.pid) !== leftover.identity) continue;
      await stopProcess(leftover.pid, { signal: name === 'postgres' ? 'SIGINT' : 'SIGTERM' });
    }
    this.#saveProcesses();
  }

  close() {
    this.remove('ready.json');
    this.remove('start.json');
    this.remove('processes.json');
  }

  /** Notes a child, so that the next start can stop it should this one be killed. */
  noteProcess(name, pid) {
    this.#running[name] = { pid, identity: processIdentity(pid) };
    this.#saveProcesses();
  }

  #saveProcesses() {
    this.writePrivately('processes.json', this.#running);
  }

  /** Made up on the first start and kept: without the encryption key the stored credentials could not be read. */
  secrets() {
    const kept = this.read('secrets.json') ?? {};
    const damaged = existsSync(this.file('secrets.json')) && Object.keys(kept).length === 0;
    if (damaged)
      throw new Failure(
        `${this.file('secrets.json')} cannot be read; restore it, as the stored credentials are encrypted with its key.`,
      );
    const secrets = {
      encryptionKey: randomBytes(32).toString('base64'),
      internalSecret: randomBytes(32).toString('hex'),
      postgresPassword: randomBytes(24).toString('hex'),
      ...kept,
    };
    this.writePrivately('secrets.json', secrets);
    return secrets;
  }
}
