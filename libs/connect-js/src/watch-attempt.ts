import { SvcConnectError } from './connect-error.js';

/** How far an authorization in the browser is, as `GET /connect/attempts/{attempt}` answers it. */
export interface AttemptState {
  readonly status: 'unknown' | 'waiting' | 'success' | 'error';
  readonly provider_config_key: string | null;
  readonly connection_id: string | null;
  /** Somebody at the provider still has to approve it. */
  readonly is_pending: boolean;
  readonly error_type: string | null;
  readonly error_desc: string | null;
}

/** How {@link watchAttempt} learns of the end. */
export interface AttemptWatch {
  /** Asks the gateway. */
  readonly ask: () => Promise<AttemptState>;
  /** Calls back when there is a reason to ask at once; returns how to stop that. */
  readonly onReason: (wake: () => void) => () => void;
  /** Whether the person's window seems to be closed. Leave it out where that means nothing. */
  readonly isWindowClosed?: (() => boolean) | undefined;
  /** The window was closed a while ago and the gateway still knows of no end. Called once for each closing. */
  readonly onAbandoned?: (() => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const SOON_MS = 1_500;
const LATER_MS = 4_000;
/** After this long the person is busy at the provider. */
const SOON_FOR_MS = 60_000;
/** The gateway forgets an authorization after an hour; a little longer, so that it says so itself. */
const GIVE_UP_AFTER_MS = 65 * 60_000;
/** What the provider sent as the last thing may still be on its way. */
const CLOSED_GRACE_MS = 3_000;
/** Statuses that stay what they are. A session may be renewed in between, so they count only when repeated. */
const FINAL_STATUSES: ReadonlySet<number | undefined> = new Set([400, 401, 403, 404]);
const FINAL_AFTER = 3;

/**
 * Asks the gateway until an authorization has ended: every 1.5 s, every 4 s after a minute, at once when there is a reason.
 * What the gateway says is the truth; nothing that a window says or does is.
 * @throws {SvcConnectError} `timed_out`, or what the gateway answers again and again.
 */
export async function watchAttempt(watch: AttemptWatch): Promise<AttemptState> {
  const { ask, onReason, signal } = watch;
  const begunAt = Date.now();
  const alarm = new Alarm();
  const stops = [onReason(() => alarm.ring()), onAbort(signal, () => alarm.ring())];
  const closing = new WindowClosing(watch);
  let refusals = 0;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const answer = await ask().catch((error: unknown) => asRefusal(error));
      signal?.throwIfAborted();
      if (answer instanceof SvcConnectError) {
        refusals = FINAL_STATUSES.has(answer.status) ? refusals + 1 : 0;
        if (refusals >= FINAL_AFTER) throw answer;
      } else {
        refusals = 0;
        if (answer.status === 'success' || answer.status === 'error') return answer;
        closing.check();
      }
      const elapsedMs = Date.now() - begunAt;
      if (elapsedMs > GIVE_UP_AFTER_MS) throw new SvcConnectError('timed_out', 'Nothing came of it within an hour.');
      const pauseMs = elapsedMs < SOON_FOR_MS ? SOON_MS : LATER_MS;
      const wantedMs = answer instanceof SvcConnectError ? (answer.retryAfterMs ?? 0) : 0;
      await alarm.wait(Math.max(pauseMs, wantedMs));
    }
  } finally {
    for (const stop of stops) stop();
    alarm.ring();
  }
}

function asRefusal(error: unknown): SvcConnectError {
  if (error instanceof SvcConnectError) return error;
  throw error;
}

function onAbort(signal: AbortSignal | undefined, seen: () => void): () => void {
  signal?.addEventListener('abort', seen);
  return () => signal?.removeEventListener('abort', seen);
}

/** Notices once that a closed window was left to itself; an open one, opened again, starts over. */
class WindowClosing {
  private closedAt: number | undefined;
  private wasReported = false;

  constructor(private readonly watch: AttemptWatch) {}

  check(): void {
    if (!this.watch.isWindowClosed?.()) {
      this.closedAt = undefined;
      this.wasReported = false;
      return;
    }
    this.closedAt ??= Date.now();
    if (this.wasReported || Date.now() - this.closedAt < CLOSED_GRACE_MS) return;
    this.wasReported = true;
    this.watch.onAbandoned?.();
  }
}

/** A pause that can be cut short, also just before it begins. */
class Alarm {
  private rang = false;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rang = true;
    this.wake?.();
  }

  async wait(durationMs: number): Promise<void> {
    if (!this.rang) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, durationMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.rang = false;
    this.wake = undefined;
  }
}
