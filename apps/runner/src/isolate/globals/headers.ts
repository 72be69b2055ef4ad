type Init = Iterable<readonly string[]> | Readonly<Record<string, unknown>>;

const isIterable = (value: Init): value is Iterable<readonly string[]> => Symbol.iterator in value;

/** `Headers` of the web: names in any case, values of a repeated name joined by a comma. */
export class IsolateHeaders {
  private readonly byName = new Map<string, string>();

  constructor(init: Init = {}) {
    const entries = isIterable(init) ? init : Object.entries(init);
    for (const [name = '', value] of entries) this.append(name, value);
  }

  append(name: string, value: unknown): void {
    const existing = this.get(name);
    this.set(name, existing === null ? value : `${existing}, ${String(value)}`);
  }

  set(name: string, value: unknown): void {
    this.byName.set(String(name).toLowerCase(), String(value).trim());
  }

  get(name: string): string | null {
    return this.byName.get(String(name).toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.byName.has(String(name).toLowerCase());
  }

  delete(name: string): void {
    this.byName.delete(String(name).toLowerCase());
  }

  forEach(callback: (value: string, name: string, headers: IsolateHeaders) => void): void {
    for (const [name, value] of this) callback(value, name, this);
  }

  /** In the order of the names. */
  *entries(): IterableIterator<[string, string]> {
    yield* [...this.byName].sort(([left], [right]) => (left < right ? -1 : 1));
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
