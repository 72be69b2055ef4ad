interface Kept<T> {
  readonly value: Promise<T>;
  readonly untilMs: number;
}

/** Keeps answers for a while; failed calls are not kept. */
export class Memo<T> {
  private readonly kept = new Map<string, Kept<T>>();

  constructor(private readonly keepMs: number) {}

  get(key: string, load: () => Promise<T>): Promise<T> {
    const found = this.kept.get(key);
    if (found && found.untilMs > Date.now()) return found.value;
    const value = load();
    this.kept.set(key, { value, untilMs: Date.now() + this.keepMs });
    value.catch(() => this.kept.delete(key));
    return value;
  }

  clear(): void {
    this.kept.clear();
  }
}
