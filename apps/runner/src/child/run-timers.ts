const MAX_TIMERS = 10_000;

/** The timers of one run. */
export class RunTimers {
  private readonly timers = new Map<number, NodeJS.Timeout>();

  constructor(private readonly onDue: (id: number) => void) {}

  get pending(): number {
    return this.timers.size;
  }

  start(id: number, delayMs: number): void {
    this.stop(id);
    if (this.timers.size >= MAX_TIMERS)
      throw new RangeError(`A function may have ${MAX_TIMERS} timers at the same time.`);
    const due = (): void => {
      this.timers.delete(id);
      this.onDue(id);
    };
    this.timers.set(id, setTimeout(due, delayMs));
  }

  stop(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  clear(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
