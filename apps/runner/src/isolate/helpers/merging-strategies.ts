import type { RecordPlace, RecordWriteResult } from '@svc/contracts';
import type { Bridge } from '../bridge.js';
import { assertModel } from './assert-model.js';

const STRATEGIES = ['override', 'ignore_if_modified_after'];

/** Stretches of own numbers that go along with a write. */
const MAX_STRETCHES = 200;

interface Kept {
  readonly cursor: string;
  /** First and last number of each stretch that this run wrote. */
  readonly own: [number, number][];
}

/** `setMergingStrategy`: what this run does with records that others change while it runs. */
export class MergingStrategies {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly bridge: Bridge,
    private readonly models: readonly string[],
  ) {}

  readonly setMergingStrategy = async (merging: { strategy?: unknown } | undefined, model: string): Promise<void> => {
    assertModel(this.models, model, 'setMergingStrategy');
    const strategy = String(merging?.strategy);
    if (!STRATEGIES.includes(strategy))
      throw new TypeError(`setMergingStrategy: "${strategy}" is none of ${STRATEGIES.join(', ')}.`);
    if (strategy === 'override') {
      this.kept.delete(model);
      return;
    }
    const { cursor } = (await this.bridge.call('recordPlace', { model })).head as RecordPlace;
    this.kept.set(model, { cursor, own: [] });
  };

  /** What goes along with a write of this model. */
  argsOf(model: string): { keepAfter?: string; own?: string } {
    const kept = this.kept.get(model);
    return kept ? { keepAfter: kept.cursor, own: kept.own.map((stretch) => stretch.join('-')).join(',') } : {};
  }

  /** Notes what a write changed, so that the run may change it again. */
  note(model: string, { written }: RecordWriteResult): void {
    const own = this.kept.get(model)?.own;
    if (!own || !written) return;
    const last = own.at(-1);
    if (last && written[0] === last[1] + 1) last[1] = written[1];
    else own.push([written[0], written[1]]);
    if (own.length > MAX_STRETCHES) own.shift();
  }
}
