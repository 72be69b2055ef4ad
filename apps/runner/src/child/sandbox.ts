import type ivm from 'isolated-vm';
import {
  BOOT_GLOBAL,
  FUNCTION_SCRIPT_NAME,
  HOST_FUNCTION_NAMES,
  type HostFunctions,
  type IsolateEntry,
} from '../isolate/host-functions.js';
import type { CachedScript } from './script-cache.js';

/** What stays of the `isolated-vm` module in a child. */
export interface SandboxEngine {
  readonly ivm: typeof ivm;
  readonly snapshot: ivm.ExternalCopy<ArrayBuffer>;
  /** V8 lost control over the isolate; the process cannot go on. */
  readonly onCatastrophe: (sandbox: Sandbox) => void;
}

/** What a sandbox is made for. */
export interface SandboxPlan {
  /** The same for sandboxes that may stand in for each other. */
  readonly key: string;
  readonly script: CachedScript;
  readonly memoryMb: number;
}

export type EnterReference = ivm.Reference<IsolateEntry>;

interface HostSlot {
  host: HostFunctions | undefined;
}

interface PreparedContext {
  readonly context: ivm.Context;
  readonly enter: EnterReference;
  /** Of this context alone, so that code of an earlier run cannot reach the host of a later one. */
  readonly slot: HostSlot;
}

/** A wrapper on a line of its own keeps the script's positions. No code of the function runs while it is prepared. */
const WRAPPER = { before: '(function (module, exports, require) {\n', after: '\n})' };
const PREPARE_TIMEOUT_MS = 5000;
/** Above this, an isolate is cheaper to make anew than to keep. */
const MAX_KEPT_HEAP_BYTES = 32 * 1024 * 1024;
const MAX_RUNS = 500;

/** An isolate with one script, and a fresh context for the next run. One run at a time. */
export class Sandbox {
  private runs = 0;
  private prepared: PreparedContext | undefined;

  private constructor(
    private readonly engine: SandboxEngine,
    readonly plan: SandboxPlan,
    readonly isolate: ivm.Isolate,
    private readonly code: ivm.Script,
  ) {}

  /** @throws {SyntaxError} when the script does not compile */
  static async create(engine: SandboxEngine, plan: SandboxPlan): Promise<Sandbox> {
    const { script, memoryMb } = plan;
    let created: Sandbox | undefined;
    const isolate = new engine.ivm.Isolate({
      memoryLimit: memoryMb,
      snapshot: engine.snapshot,
      onCatastrophicError: () => {
        if (created) engine.onCatastrophe(created);
      },
    });
    try {
      const code: ivm.Script & ivm.CachedDataResult = await isolate.compileScript(
        `${WRAPPER.before}${script.code}${WRAPPER.after}`,
        {
          filename: FUNCTION_SCRIPT_NAME,
          lineOffset: -1,
          ...(script.compiled ? { cachedData: script.compiled } : { produceCachedData: true }),
        },
      );
      script.compiled ??= code.cachedData;
      created = new Sandbox(engine, plan, isolate, code);
      await created.prepare();
      return created;
    } catch (error) {
      isolate.dispose();
      throw error;
    }
  }

  /** Gives the prepared context to a run: what its code asks for goes to `host`. */
  attach(host: HostFunctions): EnterReference {
    if (!this.prepared) throw new Error('The sandbox was not prepared.');
    this.prepared.slot.host = host;
    return this.prepared.enter;
  }

  /** The run has ended: nothing that is left of it can ask for anything. */
  detach(): void {
    if (this.prepared) this.prepared.slot.host = undefined;
  }

  get isDisposed(): boolean {
    return this.isolate.isDisposed;
  }

  /** Drops the context of the last run and makes a fresh one; false when the isolate is not worth keeping. */
  async renew(): Promise<boolean> {
    this.detach();
    this.prepared?.enter.release();
    this.prepared?.context.release();
    this.prepared = undefined;
    if (++this.runs >= MAX_RUNS) return false;
    const { used_heap_size, externally_allocated_size } = await this.isolate.getHeapStatistics();
    if (used_heap_size + externally_allocated_size > MAX_KEPT_HEAP_BYTES) return false;
    await this.prepare();
    return true;
  }

  dispose(): void {
    if (!this.isolate.isDisposed) this.isolate.dispose();
  }

  private async prepare(): Promise<void> {
    const context = await this.isolate.createContext();
    const wrapper = await this.code.run(context, { reference: true, timeout: PREPARE_TIMEOUT_MS });
    const slot: HostSlot = { host: undefined };
    const callbacks = HOST_FUNCTION_NAMES.map((name) => this.toCallback(name, slot));
    const enter: EnterReference = await context.evalClosure(
      `return globalThis.${BOOT_GLOBAL}($0, { ${HOST_FUNCTION_NAMES.map((name, index) => `${name}: $${index + 1}`).join(', ')} })`,
      [wrapper.derefInto({ release: true }), ...callbacks],
      { result: { reference: true }, timeout: PREPARE_TIMEOUT_MS },
    );
    this.prepared = { context, enter, slot };
  }

  private toCallback(name: keyof HostFunctions, slot: HostSlot): ivm.Callback {
    return new this.engine.ivm.Callback((...args: unknown[]): unknown => {
      const implementation: unknown = slot.host?.[name];
      return typeof implementation === 'function' ? Reflect.apply(implementation, undefined, args) : undefined;
    });
  }
}
