import { webhookEventSchema, type WebhookEvent } from '@svc/contracts';
import type { GatewayApi } from '../gateway-api.js';
import { readPages } from '../paging/page-reader.js';

const PAGE = 100;
/** Events are found again for so long, as one may become visible a little after a later one. */
const OVERLAP_MS = 30_000;

/** Finds the events of an environment that nobody was told of yet. */
export class NewEvents {
  /** When each event that was told of was written; those of long ago are forgotten. */
  private readonly told = new Map<string, number>();

  /** @param sinceMs events that were written earlier are not found */
  constructor(
    private readonly api: GatewayApi,
    private readonly types: readonly string[],
    private sinceMs: number,
  ) {}

  /** Oldest first. One that is not `told` is found again. */
  async find(): Promise<WebhookEvent[]> {
    const types = this.types.length === 0 ? [undefined] : this.types;
    const found: WebhookEvent[] = [];
    for (const type of types) found.push(...(await this.ofType(type)));
    return found.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
  }

  setTold({ id, created_at: at }: WebhookEvent): void {
    const atMs = Date.parse(at);
    this.told.set(id, atMs);
    if (atMs - OVERLAP_MS <= this.sinceMs) return;
    this.sinceMs = atMs - OVERLAP_MS;
    for (const [old, oldMs] of this.told) if (oldMs < this.sinceMs) this.told.delete(old);
  }

  private async ofType(type: string | undefined): Promise<WebhookEvent[]> {
    const found: WebhookEvent[] = [];
    let cursor: string | undefined;
    do {
      const list = { path: '/webhook-events', item: webhookEventSchema, query: { type, cursor }, limit: PAGE };
      const { data, nextCursor } = await readPages(this.api, list);
      const young = data.filter(({ created_at: at }) => Date.parse(at) >= this.sinceMs);
      found.push(...young.filter(({ id }) => !this.told.has(id)));
      cursor = young.length < data.length ? undefined : (nextCursor ?? undefined);
    } while (cursor !== undefined);
    return found;
  }
}
