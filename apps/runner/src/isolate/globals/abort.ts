type Listener = ((event: AbortEvent) => void) | { handleEvent(event: AbortEvent): void };

interface AbortEvent {
  readonly type: 'abort';
  readonly target: AbortSignal;
}

const abortError = (name: 'AbortError' | 'TimeoutError', message: string): Error =>
  Object.assign(new Error(message), { name });

/** `AbortSignal` of the web. */
class AbortSignal {
  aborted = false;
  reason: unknown;
  onabort: ((event: AbortEvent) => void) | null = null;
  private readonly listeners = new Map<Listener, { readonly once: boolean }>();

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal();
    trigger(signal, reason);
    return signal;
  }

  static timeout(delayMs: number): AbortSignal {
    const signal = new AbortSignal();
    setTimeout(() => trigger(signal, abortError('TimeoutError', 'The operation took too long.')), delayMs);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const given = [...signals];
    const result = new AbortSignal();
    const first = given.find(({ aborted }) => aborted);
    if (first) trigger(result, first.reason);
    for (const one of given) one.addEventListener('abort', () => trigger(result, one.reason), { once: true });
    return result;
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(type: string, listener: Listener, { once = false }: { once?: boolean } = {}): void {
    if (type === 'abort') this.listeners.set(listener, { once });
  }

  removeEventListener(_type: string, listener: Listener): void {
    this.listeners.delete(listener);
  }

  dispatchEvent(event: AbortEvent): boolean {
    this.onabort?.(event);
    for (const [listener, { once }] of [...this.listeners]) {
      if (once) this.listeners.delete(listener);
      if (typeof listener === 'function') listener.call(this, event);
      else listener.handleEvent(event);
    }
    return true;
  }
}

const trigger = (signal: AbortSignal, reason: unknown): void => {
  if (signal.aborted) return;
  signal.aborted = true;
  signal.reason = reason === undefined ? abortError('AbortError', 'The operation was aborted.') : reason;
  signal.dispatchEvent({ type: 'abort', target: signal });
};

/** `AbortController` of the web. */
class AbortController {
  readonly signal = new AbortSignal();

  abort(reason?: unknown): void {
    trigger(this.signal, reason);
  }
}

export const abortGlobals = { AbortController, AbortSignal };
