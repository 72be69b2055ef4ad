import { DRY_RUN_NOTES } from '@svc/contracts';
import type { DryrunEvent, DryrunStart } from './dryrun-messages.js';

/** What a function would have written: told to whoever watches, kept in memory, never sent to the gateway. */
export class DryStore {
  private checkpoint: Record<string, unknown> | null;
  private version: number;
  private readonly locks = new Set<string>();
  private metadata: Record<string, unknown> | undefined;

  constructor(
    { context, metadata }: Pick<DryrunStart, 'context' | 'metadata'>,
    private readonly tell: (event: DryrunEvent) => void,
  ) {
    this.checkpoint = context.sync?.checkpoint?.checkpoint ?? null;
    this.version = context.sync?.checkpoint?.version ?? 0;
    this.metadata = metadata;
  }

  getCheckpoint(): object {
    return { checkpoint: this.checkpoint, version: this.version };
  }

  saveCheckpoint(body: string): object {
    const { checkpoint } = JSON.parse(body) as { checkpoint: Record<string, unknown> };
    return this.moveCheckpoint(checkpoint);
  }

  clearCheckpoint(): object {
    return this.moveCheckpoint(null);
  }

  /** `undefined` where the connection's own counts. */
  getMetadata(): Record<string, unknown> | undefined {
    return this.metadata;
  }

  setMetadata(body: string, current: Record<string, unknown> = {}): object {
    this.metadata = { ...current, ...(JSON.parse(body) as Record<string, unknown>) };
    this.tell({ kind: 'metadata', metadata: this.metadata });
    return this.metadata;
  }

  saveRecords(model: string, lines: string): object {
    const all = lines.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    const byId = new Map<string, Record<string, unknown>>();
    const duplicates: string[] = [];
    for (const record of all) {
      const id = String(record['id']);
      if (byId.has(id)) duplicates.push(id);
      else byId.set(id, record);
    }
    this.tell({ kind: 'saved', model, records: [...byId.values()] });
    return { added: byId.size, updated: 0, deleted: 0, unchanged: 0, duplicates };
  }

  updateRecords(model: string, lines: string): object {
    const records = lines.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
    this.tell({ kind: 'updated', model, records });
    return { added: 0, updated: records.length, deleted: 0, unchanged: 0, duplicates: [] };
  }

  /** What is gone could only be told by what the gateway has; a dry run takes nothing away. */
  endTracking(model: string): object {
    this.tell({ kind: 'log', payload: undefined, ...DRY_RUN_NOTES.endsTracking(model) });
    return { deletedKeys: [] };
  }

  /** Nobody else can have them: they are those of this run. */
  acquireLock(body: string): object {
    const { key } = JSON.parse(body) as { key: string };
    this.locks.add(key);
    return { acquired: true };
  }

  releaseLock(body: string): object {
    const { key } = JSON.parse(body) as { key: string };
    return { released: this.locks.delete(key) };
  }

  releaseLocks(): object {
    this.locks.clear();
    return {};
  }

  /** No sync starts in a dry run. */
  noteSync(helper: 'triggerSync' | 'startSync', body: string): object {
    this.tell({ kind: 'log', payload: undefined, ...DRY_RUN_NOTES.startsSync(helper, JSON.parse(body)) });
    return {};
  }

  /** Nothing comes again after a dry run. */
  noteAgain(body: string): object {
    const { at } = JSON.parse(body) as { at: string };
    this.tell({
      kind: 'log',
      level: 'info',
      message: `runAgainAt: the function would run again at ${at}.`,
      payload: undefined,
    });
    return {};
  }

  deleteRecords(model: string, body: string): object {
    const { ids } = JSON.parse(body) as { ids: (string | number)[] };
    this.tell({ kind: 'deleted', model, ids });
    return { added: 0, updated: 0, deleted: ids.length, unchanged: 0, duplicates: [] };
  }

  private moveCheckpoint(checkpoint: Record<string, unknown> | null): object {
    this.checkpoint = checkpoint;
    this.version += 1;
    this.tell({ kind: 'checkpoint', checkpoint });
    return { version: this.version };
  }
}
