/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

interface ModelRecord {
  /** JSON text; null once pruned. */
  text: string | null;
  isDeleted: boolean;
}

export interface ModelCounts {
  added: number;
  updated: number;
  deleted: number;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const merge = (base: unknown, patch: unknown): unknown => {
  if (!isObject(base) || !isObject(patch)) return patch;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(patch)) merged[key] = key in base ? merge(base[key], value) : value;
  return merged;
};

/** What the record store should do, in the plainest way: a map, and the order of changes. */
export class RecordStoreModel {
  private readonly records = new Map<string, ModelRecord>();
  /** Ids by their last change, oldest first. */
  private order: string[] = [];
  private hasTracked = false;
  private tracking: { readonly existing: ReadonlySet<string>; readonly met: Set<string> } | undefined;

  save(batch: ReadonlyMap<string, Fields>): ModelCounts {
    const counts = { added: 0, updated: 0, deleted: 0 };
    for (const [id, fields] of batch) {
      this.tracking?.met.add(id);
      const text = JSON.stringify({ id, ...fields });
      const known = this.records.get(id);
      if (known && !known.isDeleted && known.text === text) continue;
      counts[known && !known.isDeleted ? 'updated' : 'added'] += 1;
      this.write(id, { text, isDeleted: false });
    }
    return counts;
  }

  update(batch: ReadonlyMap<string, Fields>): ModelCounts {
    const counts = { added: 0, updated: 0, deleted: 0 };
    for (const [id, fields] of batch) {
      this.tracking?.met.add(id);
      const known = this.records.get(id);
      if (!known || known.isDeleted || known.text === null) continue;
      const text = JSON.stringify(merge(JSON.parse(known.text), { id, ...fields }));
      if (text === known.text) continue;
      counts.updated += 1;
      this.write(id, { text, isDeleted: false });
    }
    return counts;
  }

  delete(ids: Iterable<string>): ModelCounts {
    const counts = { added: 0, updated: 0, deleted: 0 };
    for (const id of new Set(ids)) {
      const known = this.records.get(id);
      if (!known || known.isDeleted) continue;
      counts.deleted += 1;
      this.write(id, { ...known, isDeleted: true });
    }
    return counts;
  }

  startTracking(): void {
    this.hasTracked = true;
    this.tracking ??= { existing: new Set(this.live()), met: new Set() };
  }

  /** Ids that go; undefined when nothing was ever tracked. */
  endTracking(): string[] | undefined {
    const { tracking } = this;
    if (!tracking) return this.hasTracked ? [] : undefined;
    this.tracking = undefined;
    const gone = this.order.filter((id) => this.isLive(id) && tracking.existing.has(id) && !tracking.met.has(id));
    this.delete(gone);
    return gone;
  }

  /** Takes the payloads of the `count` records that changed longest ago. Answers how many had one. */
  prune(count: number): number {
    const chosen = this.order.slice(0, count).map((id) => this.records.get(id));
    const pruned = chosen.filter((record) => record && record.text !== null);
    for (const record of pruned) if (record) record.text = null;
    return pruned.length;
  }

  /** Nothing was ever there; a tracking has nothing left to find. */
  empty(): void {
    this.records.clear();
    this.order = [];
    this.tracking = undefined;
  }

  /** Id and content of everything, in the order of the last change. */
  content(): { id: string; fields: unknown; isDeleted: boolean; isPruned: boolean }[] {
    return this.order.map((id) => {
      const { text = null, isDeleted = false } = this.records.get(id) ?? {};
      return { id, fields: text === null ? { id } : JSON.parse(text), isDeleted, isPruned: text === null };
    });
  }

  live(): string[] {
    return this.order.filter((id) => this.isLive(id));
  }

  private isLive(id: string): boolean {
    return this.records.get(id)?.isDeleted === false;
  }

  private write(id: string, record: ModelRecord): void {
    this.records.set(id, record);
    this.order = [...this.order.filter((known) => known !== id), id];
  }
}
