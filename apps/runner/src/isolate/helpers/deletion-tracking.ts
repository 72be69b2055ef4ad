import type { EndedTracking } from '@svc/contracts';
import type { Bridge } from '../bridge.js';
import type { RunLog } from '../run-log.js';
import { assertModel } from './assert-model.js';

export interface TrackingOptions {
  readonly bridge: Bridge;
  readonly log: RunLog;
  readonly models: readonly string[];
  /** A larger share of the records is held instead of deleted. */
  readonly guard: number | undefined;
  /**
   * Resolves once every record that the function saved so far is stored: ending before that would take what is still on its
   * way for gone.
   */
  readonly written: () => Promise<void>;
}

/** `trackDeletesStart` and `trackDeletesEnd`. */
export class DeletionTracking {
  constructor(private readonly options: TrackingOptions) {}

  readonly trackDeletesStart = async (model: string): Promise<void> => {
    assertModel(this.options.models, model, 'trackDeletesStart');
    await this.options.bridge.call('startTracking', { model });
  };

  readonly trackDeletesEnd = async (model: string): Promise<EndedTracking> => {
    assertModel(this.options.models, model, 'trackDeletesEnd');
    const { bridge, log, guard, written } = this.options;
    await written();
    const { head } = await bridge.call('endTracking', { model }, JSON.stringify({ guard }));
    const { untracked, ...ended } = head as EndedTracking;
    if (untracked) log.write('warn', untrackedMessage(model));
    if (ended.heldDeletions !== undefined) log.write('warn', heldMessage(model, ended.heldDeletions));
    return ended;
  };

  /** For every model: what `trackDeletes: true` of a definition means. */
  async startAll(): Promise<void> {
    for (const model of this.options.models) await this.trackDeletesStart(model);
  }

  async endAll(): Promise<void> {
    for (const model of this.options.models) await this.trackDeletesEnd(model);
  }
}

const untrackedMessage = (model: string): string =>
  `trackDeletesEnd found no open tracking of ${model}, so nothing was deleted. That is right when an attempt before ended it; otherwise call trackDeletesStart before the first record is saved.`;

const heldMessage = (model: string, count: number): string =>
  `${count} records of ${model} seem to be gone, a larger share than deletionGuard allows. Nothing was deleted: confirm it with POST /records/deletions/confirm, or let a later run meet the records.`;
