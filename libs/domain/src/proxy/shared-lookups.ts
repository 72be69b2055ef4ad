interface Flight<Value> {
  readonly running: Promise<Value>;
  /** Begins when `running` has ended; everybody who comes in between shares it. */
  next: Promise<Value> | undefined;
}

/**
 * Makes one lookup for many callers of the same key without ever giving out what was read before a caller asked: who comes
 * while a lookup is under way waits for the one after it, together with all others who do.
 */
export class SharedLookups<Value> {
  private readonly flights = new Map<string, Flight<Value>>();

  get(key: string, lookUp: () => Promise<Value>): Promise<Value> {
    const flight = this.flights.get(key);
    if (!flight) return this.begin(key, lookUp);
    const start = (): Promise<Value> => this.begin(key, lookUp);
    flight.next ??= flight.running.then(start, start);
    return flight.next;
  }

  private begin(key: string, lookUp: () => Promise<Value>): Promise<Value> {
    const flight: Flight<Value> = { running: lookUp(), next: undefined };
    this.flights.set(key, flight);
    const forget = (): void => {
      if (!flight.next) this.flights.delete(key);
    };
    flight.running.then(forget, forget);
    return flight.running;
  }
}
