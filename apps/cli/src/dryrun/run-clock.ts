/** The timers of a run. */
export interface RunClock {
  start(id: number, delayMs: number): void;
  stop(id: number): void;
  /** Ends all of them. */
  end(): void;
  /** A call of the function begins or has been answered. */
  callsUnderWay(count: number): void;
}

type Fire = (id: number, delayMs: number) => void;

/** Timers that wait as long as they say. */
export class RealClock implements RunClock {
  private readonly timers = new Map<number, NodeJS.Timeout>();

  constructor(private readonly fire: Fire) {}

  start(id: number, delayMs: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(id);
      this.fire(id, delayMs);
    }, delayMs);
    this.timers.set(id, timer);
  }

  stop(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  end(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  callsUnderWay(): void {
    // Real time passes by itself.
  }
}

/** Timers that go off in their order as soon as nothing else is under way: a replay waits for nobody. */
export class SkippingClock implements RunClock {
  private readonly due = new Map<number, { atMs: number; delayMs: number }>();
  private nowMs = 0;
  private calls = 0;
  private isPlanned = false;

  constructor(private readonly fire: Fire) {}

  start(id: number, delayMs: number): void {
    this.due.set(id, { atMs: this.nowMs + delayMs, delayMs });
    this.plan();
  }

  stop(id: number): void {
    this.due.delete(id);
  }

  end(): void {
    this.due.clear();
  }

  callsUnderWay(count: number): void {
    this.calls = count;
    this.plan();
  }

  private plan(): void {
    if (this.isPlanned || this.calls > 0 || this.due.size === 0) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      this.fireNext();
      this.plan();
    });
  }

  private fireNext(): void {
    if (this.calls > 0) return;
    const [next] = [...this.due].sort(([idA, a], [idB, b]) => a.atMs - b.atMs || idA - idB);
    if (!next) return;
    const [id, { atMs }] = next;
    this.due.delete(id);
    const passedMs = Math.max(0, atMs - this.nowMs);
    this.nowMs += passedMs;
    this.fire(id, passedMs);
  }
}
