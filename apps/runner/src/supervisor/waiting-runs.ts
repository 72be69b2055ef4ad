import type { RunRequest } from '@svc/contracts';
import type { FunctionChild } from './function-child.js';

interface WaitingRun {
  readonly request: RunRequest;
  readonly start: (child: FunctionChild) => void;
  readonly refuse: (error: Error) => void;
}

/** Runs that wait for a place. */
export class WaitingRuns {
  private readonly waiting = new Set<WaitingRun>();

  constructor(private readonly maxWaitMs: number) {}

  /** Oldest first. */
  get all(): readonly WaitingRun[] {
    return [...this.waiting];
  }

  /** Resolves with the result of the run, once it got a place. */
  add(request: RunRequest, signal: AbortSignal, tooLate: (waitedMs: number) => Error): Promise<string> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.waiting.delete(run);
      };
      const run: WaitingRun = {
        request,
        start: (child) => {
          leave();
          resolve(child.run(request, signal));
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      const giveUp = (): void => run.refuse(tooLate(this.maxWaitMs));
      const timer = setTimeout(giveUp, this.maxWaitMs);
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(run);
    });
  }

  /** Gives places out: to the environments with the fewest running functions first, oldest first within one. */
  serve(
    runningOf: (environmentId: number) => number,
    findChild: (request: RunRequest) => FunctionChild | undefined,
  ): void {
    const blocked = new Set<string>();
    for (;;) {
      const open = this.all.filter(({ request }) => !blocked.has(queueOf(request)));
      const [next] = open.sort((a, b) => runningOf(a.request.environmentId) - runningOf(b.request.environmentId));
      if (!next) return;
      const child = findChild(next.request);
      if (child) next.start(child);
      else blocked.add(queueOf(next.request));
    }
  }

  refuseAll(error: Error): void {
    for (const run of this.all) run.refuse(error);
  }
}

/** Syncs may have to wait where actions do not, and actions where those do not that they triggered. */
const queueOf = ({ environmentId, depth = 0, function: { kind } }: RunRequest): string =>
  `${environmentId}:${kind === 'sync'}:${depth}`;
