import type { HostFunctions } from '../host-functions.js';

interface Timer {
  readonly callback: (...args: unknown[]) => void;
  readonly args: unknown[];
  /** Undefined for a timer that fires once. */
  readonly intervalMs: number | undefined;
}

const MAX_DELAY_MS = 2 ** 31 - 1;
const toDelayMs = (value: unknown): number => {
  const delayMs = Number(value);
  return delayMs >= 1 && delayMs <= MAX_DELAY_MS ? Math.trunc(delayMs) : 1;
};

/** `setTimeout`, `setInterval` and `setImmediate`, counted by the host. */
export class Timers {
  private nextId = 1;
  private readonly timers = new Map<number, Timer>();

  constructor(private readonly host: HostFunctions) {}

  /** A timer is due. */
  fire(id: number): void {
    const timer = this.timers.get(id);
    if (!timer) return;
    if (timer.intervalMs === undefined) this.timers.delete(id);
    else this.host.startTimer(id, timer.intervalMs);
    timer.callback(...timer.args);
  }

  install(target: object): void {
    const start = (callback: unknown, delayMs: number, repeat: boolean, args: unknown[]): number => {
      if (typeof callback !== 'function') throw new TypeError('The first argument of a timer must be a function.');
      const id = this.nextId++;
      const run = (...values: unknown[]): void => void Reflect.apply(callback, undefined, values);
      this.timers.set(id, { callback: run, args, intervalMs: repeat ? delayMs : undefined });
      this.host.startTimer(id, delayMs);
      return id;
    };
    const stop = (id: unknown): void => {
      if (typeof id === 'number' && this.timers.delete(id)) this.host.stopTimer(id);
    };
    Object.assign(target, {
      setTimeout: (callback: unknown, delay?: unknown, ...args: unknown[]) =>
        start(callback, toDelayMs(delay), false, args),
      setInterval: (callback: unknown, delay?: unknown, ...args: unknown[]) =>
        start(callback, toDelayMs(delay), true, args),
      setImmediate: (callback: unknown, ...args: unknown[]) => start(callback, 1, false, args),
      clearTimeout: stop,
      clearInterval: stop,
      clearImmediate: stop,
    });
  }
}
