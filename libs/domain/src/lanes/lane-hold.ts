import type { ClaimedItem } from '@svc/database';
import type { ItemVerdict, LaneSource } from './lane-source.js';

/** Leases are made longer so many times within their length. */
const BEATS = 3;

export interface LaneHoldOptions<Item extends ClaimedItem> {
  readonly source: LaneSource<Item>;
  /** Called when handling an item threw, or its row could not be changed. */
  readonly onError: (error: unknown) => void;
  /** Pause before such an item is taken again. */
  readonly failedMs: number;
}

/**
 * The rows of one lane that this process has taken: those that wait for a free place or for an earlier one of their order key,
 * and those that are being handled.
 */
export class LaneHold<Item extends ClaimedItem = ClaimedItem> {
  handled = 0;
  private readonly held = new Map<string, Item>();
  private waiting: Item[] = [];
  private readonly busyKeys = new Set<string>();
  /** Order keys that have to wait, and for how long; what was being claimed meanwhile is given back. */
  private readonly blockedMs = new Map<string, number>();
  /** Items whose rows are being put off: a lease made longer at the same moment would undo it. */
  private readonly leaving = new Set<string>();
  private active = 0;
  private readonly giveUp = new AbortController();
  private changed: (() => void)[] = [];
  private beat: NodeJS.Timeout | undefined;

  constructor(private readonly options: LaneHoldOptions<Item>) {}

  get isEmpty(): boolean {
    return this.held.size === 0;
  }

  /** How many more rows are worth taking: enough to fill each place twice, so that no place waits for a statement. */
  get room(): number {
    const { concurrency } = this.options.source.limits;
    return this.held.size > concurrency ? 0 : 2 * concurrency - this.held.size;
  }

  /** Takes what is due. Answers how much it was. */
  async claim(laneKey: string): Promise<number> {
    this.blockedMs.clear();
    const items = await this.options.source.claim(laneKey, this.room, [...this.held.values()]);
    for (const item of items) this.held.set(item.id, item);
    this.beat ??= this.startBeat();
    this.waiting.push(...items);
    for (const [orderKey, waitMs] of this.blockedMs) await this.releaseKey(orderKey, waitMs);
    this.fill();
    return items.length;
  }

  /** Resolves when an item has ended since. */
  async change(): Promise<void> {
    await new Promise<void>((resolve) => this.changed.push(resolve));
  }

  /** Gives back what nobody has begun with. */
  async releaseWaiting(): Promise<void> {
    await this.release(this.waiting, 0);
  }

  /** Ends what is being handled. */
  abort(): void {
    this.giveUp.abort();
  }

  private fill(): void {
    while (!this.giveUp.signal.aborted && this.active < this.options.source.limits.concurrency) {
      const index = this.waiting.findIndex(({ orderKey }) => orderKey === null || !this.busyKeys.has(orderKey));
      const [item] = index < 0 ? [] : this.waiting.splice(index, 1);
      if (!item) return;
      this.active++;
      if (item.orderKey !== null) this.busyKeys.add(item.orderKey);
      void this.handle(item).finally(() => this.ended(item));
    }
  }

  private async handle(item: Item): Promise<void> {
    const verdict = await this.attempt(item);
    this.handled++;
    if (verdict.isDone || item.orderKey === null) return;
    this.blockedMs.set(item.orderKey, verdict.waitMs);
    // Left to their leases when PostgreSQL is away.
    await this.releaseKey(item.orderKey, verdict.waitMs).catch(this.options.onError);
  }

  private async attempt(item: Item): Promise<ItemVerdict> {
    const { source, onError, failedMs } = this.options;
    try {
      return await source.process(item, this.giveUp.signal);
    } catch (error) {
      if (this.giveUp.signal.aborted) return await this.retry(item, 0);
      onError(error);
      return await this.retry(item, failedMs);
    }
  }

  private async retry(item: Item, waitMs: number): Promise<ItemVerdict> {
    this.leaving.add(item.id);
    await this.options.source.items.putOff([item], waitMs).catch(this.options.onError);
    return { isDone: false, waitMs };
  }

  private ended(item: Item): void {
    this.active--;
    this.held.delete(item.id);
    this.leaving.delete(item.id);
    if (item.orderKey !== null) this.busyKeys.delete(item.orderKey);
    this.fill();
    this.noteChange();
  }

  private noteChange(): void {
    if (this.isEmpty) {
      clearInterval(this.beat);
      this.beat = undefined;
    }
    const changed = this.changed;
    this.changed = [];
    for (const resolve of changed) resolve();
  }

  /** Leases of what is held are made longer for as long as the process lives. */
  private startBeat(): NodeJS.Timeout {
    const { items, limits } = this.options.source;
    const staying = (): Item[] => [...this.held.values()].filter(({ id }) => !this.leaving.has(id));
    const extend = (): Promise<void> => items.putOff(staying(), limits.leaseMs);
    return setInterval(() => void extend().catch(this.options.onError), limits.leaseMs / BEATS);
  }

  private async releaseKey(key: string, waitMs: number): Promise<void> {
    await this.release(
      this.waiting.filter(({ orderKey }) => orderKey === key),
      waitMs,
    );
  }

  private async release(items: readonly Item[], waitMs: number): Promise<void> {
    const released = new Set(items);
    this.waiting = this.waiting.filter((item) => !released.has(item));
    for (const { id } of items) this.held.delete(id);
    this.noteChange();
    await this.options.source.items.putOff([...items], waitMs);
  }
}
