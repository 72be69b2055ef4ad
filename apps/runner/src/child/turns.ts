import type ivm from 'isolated-vm';
import type { IsolateEntry } from '../isolate/host-functions.js';
import type { EnterReference } from './sandbox.js';

type EntryArgs = Parameters<IsolateEntry>;

export interface TurnListener {
  /** The function has the thread, or gave it back. */
  readonly onTurn: (active: boolean) => void;
  /** All turns are over and every microtask ran: the function waits for something, or has ended. */
  readonly onQuiet: () => void;
  /** A turn threw: an endless loop was stopped, memory ran out, a rejection was not handled. */
  readonly onError: (error: unknown) => void;
  /** A turn goes on although V8 was told to stop it. */
  readonly onStuck: () => void;
}

/** V8 stops a loop at the limit; a single built-in call, such as parsing a huge text, goes on past it. */
const STUCK_GRACE_MS = 1000;

/** Enters the isolate, and knows when the function holds its thread. */
export class Turns {
  private open = 0;
  private stuckTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ivmModule: typeof ivm,
    private readonly enter: EnterReference,
    private readonly cpuTimeMs: number,
    private readonly listener: TurnListener,
  ) {}

  get isActive(): boolean {
    return this.open > 0;
  }

  take(...[kind, id, ok, head, body]: EntryArgs): void {
    if (this.open++ === 0) this.listener.onTurn(true);
    this.stuckTimer ??= setTimeout(() => this.listener.onStuck(), this.cpuTimeMs + STUCK_GRACE_MS);
    const transferable =
      body instanceof ArrayBuffer
        ? new this.ivmModule.ExternalCopy(body, { transferOut: true }).copyInto({ release: true, transferIn: true })
        : body;
    this.enter.apply(undefined, [kind, id, ok, head, transferable], { timeout: this.cpuTimeMs }).then(
      () => this.close(),
      (error: unknown) => {
        this.listener.onError(error);
        this.close();
      },
    );
  }

  private close(): void {
    clearTimeout(this.stuckTimer);
    this.stuckTimer = undefined;
    if (--this.open > 0) {
      this.stuckTimer = setTimeout(() => this.listener.onStuck(), this.cpuTimeMs + STUCK_GRACE_MS);
      return;
    }
    this.listener.onTurn(false);
    this.listener.onQuiet();
  }
}
