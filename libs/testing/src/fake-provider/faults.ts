import type { Answer } from './answer.js';
import { json, oauthError, text } from './answer.js';

/** What goes wrong with a request. Without an answer or a reset, the real answer follows. */
export interface Fault {
  /** Answered instead of the real one. */
  readonly answer?: Answer;
  /** Wait before anything is answered. */
  readonly delayMs?: number;
  /** Answer only once this is fulfilled. */
  readonly until?: Promise<unknown>;
  /** Do what was asked, then cut the connection: the caller cannot know. */
  readonly loseAnswer?: boolean;
  /** Cut the connection without doing anything. */
  readonly reset?: boolean;
}

/** The usual ones. */
export const FAULTS = {
  notJson: { answer: text(200, '{"access_tok', 'application/json') },
  noToken: { answer: json(200, { hello: 'world' }) },
  htmlPage: { answer: text(200, '<!doctype html><title>Sign in</title>', 'text/html') },
  empty: { answer: { status: 200 } },
  serverError: { answer: json(500, { message: 'internal error' }) },
  unavailable: { answer: text(503, '<h1>Down for maintenance</h1>', 'text/html') },
  invalidGrant: { answer: oauthError(400, 'invalid_grant') },
  reset: { reset: true },
  loseAnswer: { loseAnswer: true },
  throttled: (retryAfterS: number) => ({
    answer: json(429, { message: 'slow down' }, { 'retry-after': String(retryAfterS) }),
  }),
  slow: (delayMs: number) => ({ delayMs }),
} as const satisfies Record<string, Fault | ((value: number) => Fault)>;

/** A request that waits for the test. */
export interface Hold {
  /** Fulfilled once the request is there. */
  readonly arrived: Promise<void>;
  release(): void;
}

interface Planned {
  readonly fault: Fault;
  left: number;
  readonly arrive?: () => void;
}

/** Faults by path. */
export class Faults {
  private readonly stalled: (() => void)[] = [];
  private readonly planned = new Map<string, Planned[]>();

  /** The next `times` requests to a path meet this fault. */
  next(path: string, fault: Fault, times = 1): void {
    this.plan(path, { fault, left: times });
  }

  /** All requests to a path meet this fault, until {@link clear}. */
  always(path: string, fault: Fault): void {
    this.next(path, fault, Infinity);
  }

  /** The next request to a path waits until it is released. */
  hold(path: string): Hold {
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.plan(path, { fault: { until: released.promise }, left: 1, arrive: arrived.resolve });
    return { arrived: arrived.promise, release: released.resolve };
  }

  /** Everything goes right again, and whoever waits gets an answer. */
  clear(): void {
    this.planned.clear();
    for (const release of this.stalled.splice(0)) release();
  }

  /** Nothing is answered at a path until {@link clear}, and nothing is done: as when a provider hangs. */
  stall(path: string): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.stalled.push(resolve);
    this.always(path, { until: promise, reset: true });
  }

  /** The fault that a request to a path meets now. */
  take(path: string): Fault | undefined {
    const queue = this.planned.get(path) ?? [];
    const [first] = queue;
    if (!first) return undefined;
    first.left -= 1;
    if (first.left <= 0) queue.shift();
    first.arrive?.();
    return first.fault;
  }

  private plan(path: string, planned: Planned): void {
    this.planned.set(path, [...(this.planned.get(path) ?? []), planned]);
  }
}
