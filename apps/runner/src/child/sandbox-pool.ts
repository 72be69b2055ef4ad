import { Sandbox, type SandboxEngine } from './sandbox.js';
import type { CachedScript } from './script-cache.js';

/** Warm isolates of functions that do not run at the moment. */
const MAX_IDLE = 16;

/** A sandbox that prepares itself for a run, or waits for one. */
interface IdleSandbox {
  readonly key: string;
  /** Undefined when it could not be prepared. */
  readonly sandbox: Promise<Sandbox | undefined>;
  isReady: boolean;
}

/** Isolates are reused for the same script only, each time with a fresh context. */
export class SandboxPool {
  /** Oldest first. */
  private readonly idle: IdleSandbox[] = [];

  constructor(private readonly engine: SandboxEngine) {}

  /** @throws {SyntaxError} when the script does not compile */
  async acquire(script: CachedScript, memoryMb: number): Promise<Sandbox> {
    const plan = { key: `${script.hash}:${memoryMb}`, script, memoryMb };
    for (;;) {
      const entry = this.take(plan.key);
      if (!entry) return Sandbox.create(this.engine, plan);
      // Calls come faster than one sandbox prepares itself: a second one takes turns with it.
      const isAlone = !entry.isReady && !this.idle.some(({ key }) => key === plan.key);
      if (isAlone) this.add(plan.key, Sandbox.create(this.engine, plan));
      const sandbox = await entry.sandbox;
      if (sandbox && !sandbox.isDisposed) return sandbox;
    }
  }

  release(sandbox: Sandbox): void {
    this.add(sandbox.plan.key, this.renew(sandbox));
  }

  /** One that is ready, before the one that has prepared itself the longest. */
  private take(key: string): IdleSandbox | undefined {
    const ready = this.idle.findLastIndex((entry) => entry.isReady && entry.key === key);
    const index = ready < 0 ? this.idle.findIndex((entry) => entry.key === key) : ready;
    return index < 0 ? undefined : this.idle.splice(index, 1)[0];
  }

  private add(key: string, preparing: Promise<Sandbox>): void {
    // Out of memory, or disposed meanwhile: the next run makes one itself, and hears what is wrong.
    const sandbox = preparing.catch(() => undefined);
    const entry: IdleSandbox = { key, sandbox, isReady: false };
    void sandbox.then(() => (entry.isReady = true));
    this.idle.push(entry);
    const tooMany = this.idle.length > MAX_IDLE ? this.idle.shift() : undefined;
    void tooMany?.sandbox.then((oldest) => oldest?.dispose());
  }

  /** The sandbox with a fresh context, or a new one where it is not worth keeping. */
  private async renew(sandbox: Sandbox): Promise<Sandbox> {
    try {
      if (await sandbox.renew()) return sandbox;
    } catch {
      // The isolate ran out of memory or was disposed.
    }
    sandbox.dispose();
    return await Sandbox.create(this.engine, sandbox.plan);
  }
}
