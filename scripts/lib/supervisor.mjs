/** Keeps processes running: restarts one that dies, with back-off, and stops all in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { STOP_ORDER } from './data-folder.mjs';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A process that ran this long counts as healthy again. */
const HEALTHY_MS = 60_000;

/**
 * @typedef {{child: import('node:child_process').ChildProcess, stop: () => Promise<void>}} Running
 */
export class Supervisor {
  #running = new Map();
  #launching = new Set();
  #stopping = new AbortController();

  /** @param {import('./data-folder.mjs').DataFolder} folder @param {(line: string) => void} say */
  constructor(folder, say) {
    this.folder = folder;
    this.say = say;
  }

  get isStopping() {
    return this.#stopping.signal.aborted;
  }

  /**
   * Starts a service and keeps it running from then on. Fails when its first start fails.
   * @param {string} name @param {() => Promise<Running>} launch
   */
  async add(name, launch) {
    const running = await this.#launch(name, launch);
    this.#watch(name, launch, running, FIRST_DELAY_MS);
  }

  /** A launch under way is known to `stop`, so that nothing is left behind by an interrupted start. */
  async #launch(name, launch) {
    if (this.isStopping) throw new Error(`${name} is not started while everything stops`);
    const launching = launch();
    this.#launching.add(launching);
    try {
      const running = await launching;
      this.#running.set(name, running);
      this.folder.noteProcess(name, running.child.pid);
      return running;
    } finally {
      this.#launching.delete(launching);
    }
  }

  #watch(name, launch, running, delayMs) {
    const begunAt = Date.now();
    const onExit = (code, signal) => {
      if (this.isStopping) return;
      const nextDelayMs = Date.now() - begunAt > HEALTHY_MS ? FIRST_DELAY_MS : delayMs;
      this.say(
        `${name} ended (${signal ?? `exit code ${code}`}); starting it again in ${nextDelayMs / 1000} s, log: ${this.folder.file('logs', `${name}.log`)}`,
      );
      void this.#restart(name, launch, nextDelayMs);
    };
    if (running.child.exitCode !== null || running.child.signalCode !== null)
      onExit(running.child.exitCode, running.child.signalCode);
    else running.child.once('exit', onExit);
  }

  async #restart(name, launch, delayMs) {
    const nextDelayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    await sleep(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (this.isStopping) return;
    try {
      const running = await this.#launch(name, launch);
      this.#watch(name, launch, running, nextDelayMs);
    } catch (error) {
      if (this.isStopping) return;
      this.say(`${name} does not start: ${error.message}; trying again in ${nextDelayMs / 1000} s`);
      void this.#restart(name, launch, nextDelayMs);
    }
  }

  /** Stops everything, one after the other. */
  async stop() {
    if (this.isStopping) return;
    this.#stopping.abort();
    await Promise.allSettled(this.#launching);
    for (const name of STOP_ORDER) await this.#running.get(name)?.stop();
  }
}
