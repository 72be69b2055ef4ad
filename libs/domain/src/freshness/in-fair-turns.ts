/** How many run at the same time. */
export interface Turns<Item> {
  readonly atOnce: number;
  /** Of those that have the same key. */
  readonly perKey: number;
  readonly keyOf: (item: Item) => string;
}

/** Works on every item, in order as far as nobody has to wait for it: a slow key holds up no other one. Work must not reject. */
export async function inFairTurns<Item>(
  items: readonly Item[],
  { atOnce, perKey, keyOf }: Turns<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.map((item) => ({ item, key: keyOf(item) }));
  const running = new Map<string, number>();
  const active = new Set<Promise<void>>();
  const count = (key: string, by: number): void => void running.set(key, (running.get(key) ?? 0) + by);
  while (waiting.length > 0 || active.size > 0) {
    const next = active.size < atOnce ? waiting.findIndex(({ key }) => (running.get(key) ?? 0) < perKey) : -1;
    if (next < 0) {
      await Promise.race(active);
      continue;
    }
    for (const { item, key } of waiting.splice(next, 1)) {
      count(key, 1);
      const turn = work(item).finally(() => {
        active.delete(turn);
        count(key, -1);
      });
      active.add(turn);
    }
  }
}
