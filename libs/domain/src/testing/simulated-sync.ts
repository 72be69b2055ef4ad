import type { SliceStart } from '@svc/database';
import { DeletionTracking } from '../records/deletion-tracking.service.js';
import { parseRecordLines } from '../records/record-lines.js';
import { RecordWriter } from '../records/record-writer.service.js';
import { SyncCheckpoints } from '../syncs/sync-checkpoints.service.js';
import type { SyncBed } from './sync-bed.js';

/**
 * How a function makes a pass over the data: `template` as those that are shipped, `ends first` with the end of the tracking before
 * the checkpoint is cleared, `careful` with a start at the first page only, `watermark` with a checkpoint that each pass moves,
 * `fixed watermark` with one that is saved once and for all.
 */
export const PASS_SHAPES = ['template', 'ends first', 'careful', 'watermark', 'fixed watermark'] as const;
export type PassShape = (typeof PASS_SHAPES)[number];

/** What the provider has, by pages; ids with `m` come and go. */
const PAGES = [
  ['k1', 'm1'],
  ['k2', 'm2'],
  ['k3', 'k4'],
  ['m3', 'k5'],
  ['m4', 'k6'],
] as const;

/** A sync function, step by step, so that everything may happen between two of its calls. */
export class SimulatedSync {
  /** Records that the provider does not have now. */
  readonly gone = new Set<string>();
  guard: number | undefined;
  /** The attempt that executes. */
  attempt: SliceStart | undefined;
  private readonly writer: RecordWriter;
  private readonly tracking: DeletionTracking;
  private readonly checkpoints: SyncCheckpoints;
  private runId: string | undefined;
  private isEnding = false;
  private steps: AsyncGenerator<undefined> | undefined;

  constructor(
    private readonly bed: SyncBed,
    private readonly shape: PassShape,
  ) {
    this.writer = new RecordWriter(bed.database);
    this.tracking = new DeletionTracking(bed.database);
    this.checkpoints = new SyncCheckpoints(bed.database);
  }

  get key() {
    return { ...this.bed.fixture, model: 'Item', variant: 'base' };
  }

  get isRunning(): boolean {
    return this.runId !== undefined;
  }

  private get clearsFirst(): boolean {
    return this.shape === 'template' || this.shape === 'careful';
  }

  /** What the provider has now. */
  get present(): string[] {
    return PAGES.flat()
      .filter((id) => !this.gone.has(id))
      .sort();
  }

  /** Does the next call of the function, entering it where it is not. True when it returned, and its run succeeded. */
  async step(): Promise<boolean> {
    this.runId ??= await this.bed.openRun();
    this.attempt ??= await this.bed.beginSlice(this.runId);
    this.steps ??= this.exec(this.attempt);
    if (!(await this.steps.next()).done) return false;
    await this.end('SUCCESS');
    return true;
  }

  /** Does so many calls. */
  async work(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) await this.step();
  }

  /** Goes on until the tracking has ended or the run has. */
  async workToEnd(): Promise<void> {
    while (!this.isEnding && !(await this.step()));
    if (this.isRunning && this.clearsFirst) await this.step();
  }

  /** Runs on to the end of the run. */
  async complete(): Promise<void> {
    while (!(await this.step()));
  }

  /** A function may return in the middle of a pass, whose next run goes on there; but not at the end, nor where it keeps no place. */
  async returnEarly(): Promise<void> {
    await this.end(this.isEnding || this.shape.endsWith('watermark') ? 'ERROR' : 'SUCCESS');
  }

  /** What executes is gone; the same run goes on in another slice. */
  crash(): void {
    this.attempt = undefined;
    this.steps = undefined;
  }

  async end(status: 'SUCCESS' | 'ERROR'): Promise<void> {
    const { runId } = this;
    if (runId === undefined) return;
    this.forget();
    await this.bed.services.endings.finish({ runId, status });
  }

  /** Forgets the run, which somebody else ended. */
  forget(): void {
    this.crash();
    this.runId = undefined;
    this.isEnding = false;
  }

  private async *exec(fence: SliceStart): AsyncGenerator<undefined> {
    const known = await this.checkpoints.get({ syncId: this.bed.syncId, fence });
    const place = { syncId: this.bed.syncId, fence };
    let { version } = known;
    this.isEnding = false;
    const isWatermark = this.shape === 'watermark' || this.shape === 'fixed watermark';
    const first = isWatermark ? 0 : Number(known.checkpoint?.['page'] ?? 0);
    if (this.shape !== 'careful' || known.checkpoint === null) {
      await this.tracking.start(this.key, fence);
      yield;
    }
    for (let page = first; page < PAGES.length; page += 1) {
      await this.savePage(page, fence);
      yield;
      if (isWatermark || page === PAGES.length - 1) continue;
      version = await this.checkpoints.save(place, { page: page + 1 }, version);
      yield;
    }
    this.isEnding = true;
    const end = () => this.tracking.end(this.key, { fence, guard: this.guard });
    if (this.clearsFirst) {
      await this.checkpoints.clear(place);
      yield;
      await end();
      yield;
      return;
    }
    await end();
    yield;
    if (this.shape === 'ends first') await this.checkpoints.clear(place);
    if (this.shape === 'watermark' || (isWatermark && known.checkpoint === null))
      await this.checkpoints.save(place, { at: `after ${version}` }, version);
    yield;
  }

  private async savePage(page: number, fence: SliceStart): Promise<void> {
    const ids = (PAGES[page] ?? []).filter((id) => !this.gone.has(id));
    await this.writer.save(this.key, parseRecordLines(ids.map((id) => JSON.stringify({ id })).join('\n')), { fence });
  }
}
