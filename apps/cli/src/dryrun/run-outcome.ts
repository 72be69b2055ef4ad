import type { CallTrace, DryrunEvent, ProcessUse } from './dryrun-messages.js';
import type { RecordedCall } from '../recording/recorded-call.js';

type LogLine = Omit<Extract<DryrunEvent, { kind: 'log' }>, 'kind'>;
type Records = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** What a run wrote, or would have written. */
export interface RunWrites {
  readonly records: Records;
  readonly updated: Records;
  readonly deleted: Readonly<Record<string, readonly (string | number)[]>>;
  /** The last one; missing when the run left it alone, null when it was cleared. */
  readonly checkpoint?: Record<string, unknown> | null;
  readonly metadata?: Record<string, unknown>;
}

/** Collects what a function's process tells. */
export class RunOutcome {
  readonly logs: LogLine[] = [];
  readonly traces: CallTrace[] = [];
  readonly recorded: RecordedCall[] = [];
  /** Calls that a replayed recording does not have. */
  readonly notRecorded: string[] = [];
  use: ProcessUse | undefined;
  private readonly saved = new Map<string, Record<string, unknown>[]>();
  private readonly updated = new Map<string, Record<string, unknown>[]>();
  private readonly deleted = new Map<string, (string | number)[]>();
  private checkpoint: Record<string, unknown> | null | undefined;
  private metadata: Record<string, unknown> | undefined;

  readonly add = (event: DryrunEvent): void => {
    switch (event.kind) {
      case 'log':
        return void this.logs.push({ level: event.level, message: event.message, payload: event.payload });
      case 'saved':
        return append(this.saved, event.model, event.records);
      case 'updated':
        return append(this.updated, event.model, event.records);
      case 'deleted':
        return append(this.deleted, event.model, event.ids);
      case 'checkpoint':
        this.checkpoint = event.checkpoint;
        return;
      case 'metadata':
        this.metadata = event.metadata;
        return;
      case 'called':
        return void this.traces.push(event.trace);
      case 'recorded':
        return void this.recorded.push(event.call);
      case 'notRecorded':
        return void this.notRecorded.push(event.title);
      case 'used':
        this.use = event.use;
        return;
      case 'completed':
      case 'failed':
        return;
    }
  };

  get writes(): RunWrites {
    return {
      records: Object.fromEntries(this.saved),
      updated: Object.fromEntries(this.updated),
      deleted: Object.fromEntries(this.deleted),
      ...(this.checkpoint !== undefined && { checkpoint: this.checkpoint }),
      ...(this.metadata && { metadata: this.metadata }),
    };
  }
}

function append<T>(lists: Map<string, T[]>, model: string, items: readonly T[]): void {
  const list = lists.get(model) ?? [];
  for (const item of items) list.push(item);
  lists.set(model, list);
}
