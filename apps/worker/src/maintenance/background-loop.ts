import type { Logger } from '@svc/observability';
import { setTimeout as delay } from 'node:timers/promises';

const LONGEST_WAIT_MS = 2_000;

export interface LoopOptions {
  readonly name: string;
  /** Pause between the end of one round and the begin of the next. */
  readonly everyMs: number;
  /** True begins the next round at once. */
  readonly work: () => Promise<boolean | void>;
  readonly logger: Logger;
}

/** Repeats something for as long as the process lives. A round that fails is logged and the next one tries again. */
export class BackgroundLoop {
  private readonly stopping = new AbortController();
  private readonly ended: Promise<void>;

  constructor(private readonly options: LoopOptions) {
    this.ended = this.run();
  }

  /** Waits a moment for the round that is under way; what it leaves undone, the next process does. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const waited = new AbortController();
    await Promise.race([
      this.ended,
      delay(LONGEST_WAIT_MS, undefined, { signal: waited.signal }).catch(() => undefined),
    ]);
    waited.abort();
  }

  private async run(): Promise<void> {
    const { everyMs } = this.options;
    while (!this.stopping.signal.aborted) {
      if (await this.round()) continue;
      await delay(everyMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async round(): Promise<boolean> {
    const { name, work, logger } = this.options;
    try {
      return (await work()) === true;
    } catch (error) {
      logger.warn({ err: error, loop: name }, 'A background task failed; it will be tried again.');
      return false;
    }
  }
}
