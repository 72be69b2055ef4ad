import type { InboundItem } from './inbound-item.js';

type Dispatch = (integrationId: number, items: readonly InboundItem[]) => Promise<void>;

/** Bodies that are in memory at the same time, for one lane. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_ITEMS = 100;

interface Waiting {
  readonly item: InboundItem;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Dispatches the webhooks of a lane together, one batch after another, so that they keep their order. One that fails takes those
 * with it that came after it: they are tried again after it.
 */
export class IntakeBatches {
  private readonly lanes = new Map<number, Waiting[]>();

  constructor(private readonly dispatch: Dispatch) {}

  async add(item: InboundItem): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const waiting = this.lanes.get(item.integrationId);
      if (waiting) return void waiting.push({ item, resolve, reject });
      this.lanes.set(item.integrationId, [{ item, resolve, reject }]);
      // Those that are taken together come in the same turn.
      setImmediate(() => void this.work(item.integrationId));
    });
  }

  private async work(integrationId: number): Promise<void> {
    const waiting = this.lanes.get(integrationId) ?? [];
    while (waiting.length > 0) {
      waiting.sort((a, b) => (BigInt(a.item.id) < BigInt(b.item.id) ? -1 : 1));
      const batch = waiting.splice(0, sizeOfBatch(waiting));
      try {
        await this.dispatch(
          integrationId,
          batch.map(({ item }) => item),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
      }
    }
    this.lanes.delete(integrationId);
  }
}

function sizeOfBatch(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const end = waiting.findIndex(({ item }, index) => {
    bytes += item.size;
    return index > 0 && (index >= BATCH_ITEMS || bytes > BATCH_BYTES);
  });
  return end < 0 ? waiting.length : end;
}
