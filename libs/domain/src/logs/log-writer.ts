import type { LogLineRow, OperationBatch, OperationEndRow, OperationRow } from '@svc/database';
import type { Logger } from '@svc/observability';
import { LogBuffer } from './log-buffer.js';

/** Where batches go. Writing a batch twice must change nothing. */
export interface LogStore {
  /** @returns ids of the ended operations that do not exist yet. */
  write(batch: OperationBatch): Promise<string[]>;
}

export interface LogWriterTiming {
  /** Longest time that an entry waits for others before it is written. */
  readonly flushMs: number;
  /** First wait after a failed write; it doubles up to `maxRetryMs`. */
  readonly retryMs: number;
  readonly maxRetryMs: number;
  /** Longest time that closing may take. */
  readonly closeMs: number;
}

const DEFAULT_TIMING: LogWriterTiming = { flushMs: 250, retryMs: 500, maxRetryMs: 10_000, closeMs: 5_000 };

/** How often the end of an operation is tried while another process has not written its start. */
const MAX_END_ATTEMPTS = 60;

/** PostgreSQL's classes of errors that the same data would meet again: bad data, broken constraint, too large. */
const isDataError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(22|23|54)/.test(error.code);

const sizeOf = ({ starts, ends, lines }: OperationBatch): number => starts.length + ends.length + lines.length;

/**
 * Writes log entries in batches in the background. Adding one never waits and never throws; a write that fails is repeated
 * until it succeeds, while the bounded buffer takes what is logged meanwhile.
 */
export class LogWriter {
  private readonly buffer = new LogBuffer();
  private readonly endAttempts = new Map<string, number>();
  private failed: OperationBatch | undefined;
  private failures = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly store: LogStore,
    private readonly logger: Logger,
    private readonly timing: LogWriterTiming = DEFAULT_TIMING,
  ) {}

  addStart(row: OperationRow): void {
    this.buffer.addStart(row);
    this.schedule();
  }

  addEnd(row: OperationEndRow): void {
    this.buffer.addEnd(row);
    this.schedule();
  }

  addLine(row: LogLineRow): void {
    this.buffer.addLine(row);
    this.schedule();
  }

  /** Resolves once everything that waits has been tried. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // One write at a time: a caller that finds one running waits for it, then writes what has come since.
    while (this.writing) await this.writing;
    this.writing = this.writeAll().finally(() => (this.writing = undefined));
    await this.writing;
  }

  /** Writes what is left, repeating a failed write until `closeMs` have passed. */
  async close(): Promise<void> {
    const deadline = Date.now() + this.timing.closeMs;
    for (;;) {
      await this.flush();
      clearTimeout(this.timer);
      if (!this.hasWork || Date.now() + this.timing.retryMs > deadline) break;
      await new Promise((resolve) => setTimeout(resolve, this.timing.retryMs));
    }
    if (this.hasWork)
      this.logger.error('Operations and log lines were lost: the database did not take them before the shutdown.');
  }

  private get hasWork(): boolean {
    return this.failed !== undefined || !this.buffer.isEmpty;
  }

  private schedule(): void {
    if (this.failures > 0) this.wakeIn(this.retryDelayMs);
    else if (this.buffer.isBatchReady && !this.writing) void this.flush();
    else this.wakeIn(this.timing.flushMs);
  }

  private wakeIn(delayMs: number): void {
    this.timer ??= setTimeout(() => void this.flush(), delayMs).unref();
  }

  private async writeAll(): Promise<void> {
    while (this.hasWork) {
      const batch = this.failed ?? this.buffer.takeBatch();
      this.failed = undefined;
      try {
        const { missing } = await this.write(batch);
        this.failures = 0;
        if (missing > 0) break;
      } catch (error) {
        this.failed = batch;
        this.failures += 1;
        if (this.failures === 1)
          this.logger.warn({ err: error }, 'Log lines could not be written; they are kept and tried again.');
        break;
      }
    }
    this.reportDropped();
    if (this.hasWork) this.wakeIn(this.failures > 0 ? this.retryDelayMs : this.timing.flushMs);
  }

  private get retryDelayMs(): number {
    return Math.min(this.timing.retryMs * 2 ** (this.failures - 1), this.timing.maxRetryMs);
  }

  /** When PostgreSQL refuses the data, rows are written one by one, so that a bad one costs no other. */
  private async write(batch: OperationBatch): Promise<{ missing: number }> {
    try {
      return { missing: this.keepEnds(batch.ends, await this.store.write(batch)) };
    } catch (error) {
      if (!isDataError(error)) throw error;
      if (sizeOf(batch) > 1) {
        let missing = 0;
        for (const single of singlesOf(batch)) missing += (await this.write(single)).missing;
        return { missing };
      }
      this.buffer.drop(1);
      this.logger.error({ err: error }, 'A log entry was refused by the database.');
      return { missing: 0 };
    }
  }

  /** Ends of operations whose start another process has yet to write go back into the buffer. */
  private keepEnds(ends: readonly OperationEndRow[], missingIds: readonly string[]): number {
    const missing = new Set(missingIds);
    let kept = 0;
    for (const end of ends) {
      const attempts = missing.has(end.id) ? (this.endAttempts.get(end.id) ?? 0) + 1 : 0;
      if (attempts > 0 && attempts < MAX_END_ATTEMPTS) {
        this.endAttempts.set(end.id, attempts);
        this.buffer.addEnd(end);
        kept += 1;
        continue;
      }
      this.endAttempts.delete(end.id);
      if (attempts > 0) this.buffer.drop(1);
    }
    return kept;
  }

  private reportDropped(): void {
    const dropped = this.buffer.takeDropped();
    if (dropped > 0) this.logger.error({ dropped }, 'Operations or log lines were dropped.');
  }
}

const singlesOf = ({ starts, ends, lines }: OperationBatch): OperationBatch[] => [
  ...starts.map((row) => ({ starts: [row], ends: [], lines: [] })),
  ...ends.map((row) => ({ starts: [], ends: [row], lines: [] })),
  ...lines.map((row) => ({ starts: [], ends: [], lines: [row] })),
];
