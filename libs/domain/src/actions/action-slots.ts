/** What an action takes a slot of. */
export interface ActionPlace {
  readonly environmentId: number;
  /** Internal id. */
  readonly connectionId: number;
}

/** Most actions at a time. */
export interface ActionLimits {
  readonly environment: number;
  readonly connection: number;
}

type Scope = keyof ActionLimits;

const keysOf = ({ environmentId, connectionId }: ActionPlace): readonly (readonly [Scope, string])[] => [
  ['environment', `environment:${environmentId}`],
  ['connection', `connection:${connectionId}`],
];

/** Counts the actions that run: those of this process, and those of the others as far as they are known. */
export class ActionSlots {
  private readonly own = new Map<string, number>();
  private others: ReadonlyMap<string, number> = new Map();

  constructor(private readonly limits: ActionLimits) {}

  /** Actions of this process by what limits them. */
  get taken(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.own);
  }

  get isIdle(): boolean {
    return this.own.size === 0;
  }

  learn(others: ReadonlyMap<string, number>): void {
    this.others = others;
  }

  /** The limit that is reached; undefined where there is a free slot. */
  reachedLimit(place: ActionPlace): Scope | undefined {
    return keysOf(place).find(([scope, key]) => this.count(key) >= this.limits[scope])?.[0];
  }

  take(place: ActionPlace): void {
    for (const [, key] of keysOf(place)) this.own.set(key, (this.own.get(key) ?? 0) + 1);
  }

  release(place: ActionPlace): void {
    for (const [, key] of keysOf(place)) {
      const left = (this.own.get(key) ?? 0) - 1;
      if (left > 0) this.own.set(key, left);
      else this.own.delete(key);
    }
  }

  private count(key: string): number {
    return (this.own.get(key) ?? 0) + (this.others.get(key) ?? 0);
  }
}
