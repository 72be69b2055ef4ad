import type { EndedTracking } from '@svc/contracts';
import type { Bridge } from '../bridge.js';
import { assertModel } from './assert-model.js';

/** `trackDeletesStart` and `trackDeletesEnd`. */
export class DeletionTracking {
  /**
   * @param written resolves once every record that the function saved so far is stored: ending before that would take what is
   *   still on its way for gone.
   */
  constructor(
    private readonly bridge: Bridge,
    private readonly models: readonly string[],
    private readonly written: () => Promise<void>,
  ) {}

  readonly trackDeletesStart = async (model: string): Promise<void> => {
    assertModel(this.models, model, 'trackDeletesStart');
    await this.bridge.call('startTracking', { model });
  };

  readonly trackDeletesEnd = async (model: string): Promise<EndedTracking> => {
    assertModel(this.models, model, 'trackDeletesEnd');
    await this.written();
    return (await this.bridge.call('endTracking', { model })).head as EndedTracking;
  };

  /** For every model: what `trackDeletes: true` of a definition means. */
  async startAll(): Promise<void> {
    for (const model of this.models) await this.trackDeletesStart(model);
  }

  async endAll(): Promise<void> {
    for (const model of this.models) await this.trackDeletesEnd(model);
  }
}
