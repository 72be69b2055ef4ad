interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly until: number;
}

/** Remembers what was looked up for a moment, so that many callers share one lookup. Failures are not kept. */
export class BriefMemory<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  constructor(
    private readonly keptMs: number,
    private readonly capacity: number,
  ) {}

  get(key: string, lookUp: () => Promise<Value>): Promise<Value> {
    const known = this.entries.get(key);
    if (known && known.until > Date.now()) return known.value;
    const value = lookUp();
    this.entries.delete(key);
    const entry = { value, until: Date.now() + this.keptMs };
    this.entries.set(key, entry);
    value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
    return value;
  }

  forget(): void {
    this.entries.clear();
  }
}
