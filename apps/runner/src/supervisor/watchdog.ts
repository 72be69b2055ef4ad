import type { Logger } from '@svc/observability';
import type { FunctionChild } from './function-child.js';
import { readResidentMb } from './resident-memory.js';

export interface WatchdogOptions {
  /** Resident memory at which a child is killed. */
  readonly maxMemoryMb: number;
  readonly children: () => readonly FunctionChild[];
  readonly logger: Logger;
}

const INTERVAL_MS = process.platform === 'linux' ? 100 : 500;
const SILENT_MS = 15_000;
/** Until it is ready a child says nothing; on a machine that starts many things at once this takes a while. */
const STARTING_MS = 60_000;
/** A child ends its runs at their time limit by itself; this is for one that does not. */
const OVERDUE_MS = 10_000;
/** For so long an isolate may go on after its run, once nobody else runs in its process. */
const HAUNTED_MS = 1_000;

/** Kills child processes that no limit inside of them stops. An isolate's own limits do not bound memory or time. */
export class Watchdog {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly options: WatchdogOptions) {}

  start(): void {
    const next = (): void => {
      if (!this.isStopped) this.timer = setTimeout(() => void this.look().finally(next), INTERVAL_MS);
    };
    next();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    const living = this.options.children().filter((child) => !child.hasEnded);
    await Promise.all(living.map((child) => this.lookAt(child)));
  }

  private async lookAt(child: FunctionChild): Promise<void> {
    const residentMb = child.pid === undefined ? undefined : await readResidentMb(child.pid);
    if (residentMb === undefined || child.hasEnded) return;
    child.residentMb = residentMb;
    const { maxMemoryMb, logger } = this.options;
    const nowMs = Date.now();
    const overdue = child.pending.find(
      ({ request, startedAtMs }) => nowMs - startedAtMs > request.limits.wallTimeMs + OVERDUE_MS,
    );
    if (residentMb > maxMemoryMb) {
      logger.warn({ pid: child.pid, residentMb }, 'child process killed: too much memory');
      child.kill({ cause: 'memory', residentMb });
    } else if (overdue) {
      child.kill({ cause: 'overdue', seq: overdue.seq });
    } else if (child.pending.length === 0 && nowMs - (child.hauntedSinceMs ?? nowMs) > HAUNTED_MS) {
      logger.warn({ pid: child.pid }, 'child process killed: a function that had ended could not be stopped');
      child.kill({ cause: 'gone', detail: 'a function that had ended could not be stopped' });
    } else if (nowMs - child.lastAliveAtMs > (child.isReady ? SILENT_MS : STARTING_MS)) {
      logger.warn({ pid: child.pid, wasReady: child.isReady }, 'child process killed: it did not respond');
      child.kill({ cause: 'gone', detail: 'it did not respond' });
    }
  }
}
