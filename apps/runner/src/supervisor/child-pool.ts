import type { RunRequest } from '@svc/contracts';
import { AppError } from '@svc/errors';
import type { AbortReason } from '../ipc/messages.js';
import { childToGiveUp } from './child-to-give-up.js';
import type { FunctionChild } from './function-child.js';
import { WaitingRuns } from './waiting-runs.js';

export interface ChildEvents {
  readonly onReady: () => void;
  readonly onRunEnded: () => void;
  readonly onExit: () => void;
}

export interface ChildPoolOptions {
  readonly maxChildren: number;
  readonly concurrencyPerChild: number;
  /** Above this, a child gets no further runs. */
  readonly softMemoryMb: number;
  /** How long a run may wait for a place. */
  readonly maxWaitMs: number;
  readonly spawn: (events: ChildEvents) => FunctionChild;
}

/** Of a child's places, so many are kept for actions and hooks: a long sync must not make them wait. */
const PLACES_NOT_FOR_SYNCS = 0.25;
const RESTART_DELAY_MS = 1000;

/** Gives each run a child process of its environment, and each environment its share of them. */
export class ChildPool {
  private readonly children = new Set<FunctionChild>();
  private readonly waiting: WaitingRuns;
  private isStopping = false;
  private endListeners: (() => void)[] = [];

  constructor(private readonly options: ChildPoolOptions) {
    this.waiting = new WaitingRuns(options.maxWaitMs);
  }

  get all(): readonly FunctionChild[] {
    return [...this.children];
  }

  get runningCount(): number {
    return this.all.reduce((sum, { pending }) => sum + pending.length, 0);
  }

  /** Starts a child ahead of the first run. */
  warmUp(): void {
    if (!this.isStopping && !this.all.some(isBlank) && this.children.size < this.options.maxChildren) this.spawn();
  }

  /**
   * Runs a function; resolves with its result as JSON.
   * @throws {AppError} `execution_environment_unavailable` when there is no place, or the runner stops
   */
  run(request: RunRequest, signal: AbortSignal): Promise<string> {
    if (this.isStopping) throw unavailable('The runner stops.');
    return this.findChild(request)?.run(request, signal) ?? this.waitForPlace(request, signal);
  }

  /** Takes no more runs; resolves when the last one has ended. */
  async drain(): Promise<void> {
    this.isStopping = true;
    this.waiting.refuseAll(unavailable('The runner stops.'));
    while (this.runningCount > 0) await this.nextRunEnd();
  }

  abortAll(reason: AbortReason): void {
    for (const child of this.children) child.abortAll(reason);
  }

  stop(): void {
    this.isStopping = true;
    for (const child of this.children) child.kill({ cause: 'gone', detail: 'the runner stops' });
  }

  private nextRunEnd(): Promise<void> {
    return new Promise((resolve) => this.endListeners.push(resolve));
  }

  private waitForPlace(request: RunRequest, signal: AbortSignal): Promise<string> {
    this.makeRoom(request.environmentId);
    return this.waiting.add(request, signal, (waitedMs) =>
      unavailable(`No process was free for the function within ${waitedMs} ms.`),
    );
  }

  /** A child of the environment with a place, or a fresh one. */
  private findChild(request: RunRequest): FunctionChild | undefined {
    const own = this.all.filter((child) => child.environmentId === request.environmentId);
    const free = own.filter((child) => this.hasPlace(child, request));
    const leastBusy = free.sort((a, b) => a.pending.length - b.pending.length)[0];
    if (leastBusy) return leastBusy;
    const staying = own.filter(isStaying);
    if (staying.length > 0 && !this.maySpread(staying.length)) return undefined;
    const blank = this.all.find((child) => isBlank(child) && child.isReady);
    if (!blank) return undefined;
    blank.environmentId = request.environmentId;
    // What was to go for its sake may stay, as far as it is still busy.
    if (staying.length === 0) for (const child of this.all) child.givenUpAtMs = undefined;
    this.warmUp();
    return blank;
  }

  private hasPlace(child: FunctionChild, { depth = 0, function: { kind } }: RunRequest): boolean {
    const { concurrencyPerChild, softMemoryMb } = this.options;
    const usable = child.isReady && isStaying(child) && !child.hasEnded;
    // Functions hold their places while they wait for one that they triggered: each depth has places of its own, so that the
    // deepest can always run, and with it all that wait for it.
    const isHeavy = depth === 0 && child.residentMb > softMemoryMb && child.pending.length > 0;
    if (!usable || isHeavy || child.pending.length >= concurrencyPerChild * (depth + 1)) return false;
    if (kind !== 'sync') return true;
    const syncs = child.pending.filter(({ request }) => request.function.kind === 'sync').length;
    return syncs < Math.max(1, Math.floor(concurrencyPerChild * (1 - PLACES_NOT_FOR_SYNCS)));
  }

  /** One environment may take all processes but one, which stays for the others. */
  private maySpread(ownCount: number): boolean {
    return ownCount < this.options.maxChildren - 1;
  }

  /** Starts a process for a waiting run. Where there are too many, an idle one of another environment ends, or a busy one after its runs. */
  private makeRoom(environmentId: number): void {
    const own = this.all.filter((child) => child.environmentId === environmentId && isStaying(child));
    const isUnderWay = this.all.some((child) => isBlank(child) || (child.isRetiring && !child.hasEnded));
    if (isUnderWay || (own.length > 0 && !this.maySpread(own.length))) return;
    if (this.children.size < this.options.maxChildren) {
      this.spawn();
      return;
    }
    const idle = this.all.filter((child) => child.pending.length === 0 && child.environmentId !== environmentId);
    const [oldest] = idle.sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs);
    if (oldest) oldest.kill({ cause: 'gone', detail: 'idle' });
    else if (own.length === 0) this.giveUpOne();
  }

  /** Another one when the last one is still not free after the time that a run waits. */
  private giveUpOne(): void {
    const lateMs = Date.now() - this.options.maxWaitMs;
    if (this.all.some(({ givenUpAtMs = 0 }) => givenUpAtMs > lateMs)) return;
    const child = childToGiveUp(this.all.filter(isStaying));
    if (child) child.givenUpAtMs = Date.now();
  }

  private spawn(): void {
    const child = this.options.spawn({
      onReady: () => this.serveWaiting(),
      onRunEnded: () => {
        if (child.givenUpAtMs !== undefined && child.pending.length === 0)
          child.kill({ cause: 'gone', detail: 'given up' });
        this.serveWaiting();
        for (const listener of this.endListeners.splice(0)) listener();
      },
      onExit: () => {
        this.children.delete(child);
        // One that did not even start would only fail again at once.
        if (child.isReady) this.replace();
        else setTimeout(() => this.replace(), RESTART_DELAY_MS).unref();
      },
    });
    this.children.add(child);
  }

  private replace(): void {
    this.warmUp();
    this.serveWaiting();
  }

  /** Places go to the environment that has the fewest of them. */
  private serveWaiting(): void {
    const runningOf = (environmentId: number): number =>
      this.all
        .filter((child) => child.environmentId === environmentId)
        .reduce((sum, { pending }) => sum + pending.length, 0);
    this.waiting.serve(runningOf, (request) => this.findChild(request));
    for (const { request } of this.waiting.all) this.makeRoom(request.environmentId);
  }
}

const isBlank = (child: FunctionChild): boolean =>
  child.environmentId === undefined && !child.isRetiring && !child.hasEnded;

/** One that goes takes no more runs, and does not count as its environment's. */
const isStaying = (child: FunctionChild): boolean =>
  !child.isRetiring && !child.isHaunted && child.givenUpAtMs === undefined;

const RETRY_AFTER_SECONDS = '2';

const unavailable = (reason: string): AppError =>
  new AppError('execution_environment_unavailable', `${reason} Try again in a moment.`, {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
