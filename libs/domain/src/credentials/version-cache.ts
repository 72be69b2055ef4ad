interface Entry<Version, Value> {
  readonly version: Version;
  readonly value: Value;
}

/**
 * Keeps one value per id, as long as its version is asked for; the least recently used leaves when it is full. The caller
 * reads the version from the database each time, which keeps this correct over processes.
 */
export class VersionCache<Version, Value extends object> {
  private readonly entries = new Map<number, Entry<Version, Value>>();

  constructor(private readonly capacity: number) {}

  /** What is kept, or what `make` gives. */
  get(id: number, version: Version, make: () => Value): Value {
    return this.find(id, version) ?? this.keep(id, version, make());
  }

  find(id: number, version: Version): Value | undefined {
    const known = this.entries.get(id);
    return known?.version === version ? this.keep(id, version, known.value) : undefined;
  }

  keep(id: number, version: Version, value: Value): Value {
    // Deleting first moves the id to the end: a Map iterates in the order of insertion.
    this.entries.delete(id);
    this.entries.set(id, { version, value });
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.capacity && oldest !== undefined) this.entries.delete(oldest);
    return value;
  }
}
