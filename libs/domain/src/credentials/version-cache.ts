interface Entry<Version, Value> {
  readonly version: Version;
  readonly value: Value;
}

/**
 * Keeps one value per id, as long as its version is asked for; the least recently used leaves when it is full. The caller
 * reads the version from the database each time, which keeps this correct over processes.
 */
export class VersionCache<Version, Value> {
  private readonly entries = new Map<number, Entry<Version, Value>>();

  constructor(private readonly capacity: number) {}

  get(id: number, version: Version, make: () => Value): Value {
    const known = this.entries.get(id);
    if (known?.version === version) return this.keep(id, known);
    return this.keep(id, { version, value: make() });
  }

  private keep(id: number, entry: Entry<Version, Value>): Value {
    // Deleting first moves the id to the end: a Map iterates in the order of insertion.
    this.entries.delete(id);
    this.entries.set(id, entry);
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
    return entry.value;
  }
}
