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
  const waiting = [...items];
  const active = new Map<Promise<void>, string>();
  const isFree = (item: Item): boolean => [...active.values()].filter((key) => key === keyOf(item)).length < perKey;
  while (waiting.length > 0 || active.size > 0) {
    const next = active.size < atOnce ? waiting.findIndex(isFree) : -1;
    if (next < 0) {
      await Promise.race(active.keys());
      continue;
    }
    for (const item of waiting.splice(next, 1)) {
      const running = work(item).finally(() => active.delete(running));
      active.set(running, keyOf(item));
    }
  }
}
