import type { FetchHeaders as Headers } from '@svc/functions';

/** Headers of an answer, as `fetch` gives them. */
export class FetchHeaders implements Headers {
  private readonly byName: ReadonlyMap<string, string>;

  constructor(headers: Readonly<Record<string, string | string[]>>) {
    this.byName = new Map(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(', ') : value,
      ]),
    );
  }

  get(name: string): string | null {
    return this.byName.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.byName.has(name.toLowerCase());
  }

  forEach(callback: (value: string, name: string) => void): void {
    this.byName.forEach(callback);
  }

  entries(): IterableIterator<[string, string]> {
    return this.byName.entries();
  }

  keys(): IterableIterator<string> {
    return this.byName.keys();
  }

  values(): IterableIterator<string> {
    return this.byName.values();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
