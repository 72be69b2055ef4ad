import { Sandbox, type SandboxEngine } from './sandbox.js';
import type { CachedScript } from './script-cache.js';

/** Warm isolates of functions that do not run at the moment. */
const MAX_IDLE = 16;

/** Isolates are reused for the same script only, each time with a fresh context. */
export class SandboxPool {
  /** Oldest first. A sandbox may still be renewing itself; undefined when it was not worth keeping. */
  private readonly idle: { readonly key: string; readonly sandbox: Promise<Sandbox | undefined> }[] = [];

  constructor(private readonly engine: SandboxEngine) {}

  /** @throws {SyntaxError} when the script does not compile */
  async acquire(script: CachedScript, memoryMb: number): Promise<Sandbox> {
    const key = `${script.hash}:${memoryMb}`;
    for (;;) {
      const index = this.idle.findLastIndex((entry) => entry.key === key);
      const [entry] = index < 0 ? [] : this.idle.splice(index, 1);
      if (!entry) return Sandbox.create(this.engine, key, script, memoryMb);
      const sandbox = await entry.sandbox;
      if (sandbox && !sandbox.isDisposed) return sandbox;
    }
  }

  release(sandbox: Sandbox): void {
    this.idle.push({ key: sandbox.key, sandbox: this.renew(sandbox) });
    const tooMany = this.idle.length > MAX_IDLE ? this.idle.shift() : undefined;
    void tooMany?.sandbox.then((oldest) => oldest?.dispose());
  }

  private async renew(sandbox: Sandbox): Promise<Sandbox | undefined> {
    try {
      if (await sandbox.renew()) return sandbox;
    } catch {
      // The isolate ran out of memory or was disposed; the next run gets another one.
    }
    sandbox.dispose();
    return undefined;
  }
}
