import { createHash } from 'node:crypto';
import vm from 'node:vm';

/** Puts a clock and a source of chance into a context, in place of its own. */
const INSTALL = `((now, random) => {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === globalThis.Date ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  Math.random = random;
})`;

/**
 * Time and chance as a recording has them, the same each time: the clock stands still but for the function's own timers,
 * and random values come from a fixed series. What a function makes of them, such as a date in a query, is then the same too.
 */
export class FixedWorld {
  private nowMs: number;
  private drawn = 0;

  constructor(at: string) {
    this.nowMs = Date.parse(at);
  }

  install(context: vm.Context): void {
    const install = vm.runInContext(INSTALL, context) as (now: () => number, random: () => number) => void;
    install(
      () => this.nowMs,
      () => this.randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    );
  }

  /** A timer of the function went off. */
  pass(delayMs: number): void {
    this.nowMs += delayMs;
  }

  randomBytes(size: number): Buffer {
    const blocks: Buffer[] = [];
    for (let length = 0; length < size; length += 32)
      blocks.push(createHash('sha256').update(`random ${this.drawn++}`).digest());
    return Buffer.concat(blocks).subarray(0, size);
  }
}
