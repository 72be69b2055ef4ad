import type { LogLineRow, OperationBatch, OperationEndRow, OperationRow } from '@svc/database';

/** Most operations (starts and ends), and most lines, that wait in a process. */
const MAX_WAITING = 20_000;
/** Most characters of lines that wait in a process. */
const MAX_WAITING_LENGTH = 32 * 1024 * 1024;
const BATCH_ROWS = 1_000;
const BATCH_LENGTH = 4 * 1024 * 1024;
const LINE_OVERHEAD = 200;

interface WaitingLine {
  readonly row: LogLineRow;
  readonly length: number;
}

/** What has been logged and is not written yet. Bounded: what does not fit is dropped and counted. */
export class LogBuffer {
  private readonly starts = new Map<string, OperationRow>();
  private readonly ends = new Map<string, OperationEndRow>();
  private lines: WaitingLine[] = [];
  private linesLength = 0;
  private droppedCount = 0;

  get isEmpty(): boolean {
    return this.starts.size === 0 && this.ends.size === 0 && this.lines.length === 0;
  }

  /** Whether a full batch waits. */
  get isBatchReady(): boolean {
    return this.starts.size + this.ends.size + this.lines.length >= BATCH_ROWS || this.linesLength >= BATCH_LENGTH;
  }

  addStart(row: OperationRow): void {
    if (this.starts.size >= MAX_WAITING) this.droppedCount += 1;
    else this.starts.set(row.id, row);
  }

  /** An operation that ends before its start was written becomes one row. */
  addEnd(row: OperationEndRow): void {
    const start = this.starts.get(row.id);
    if (start) this.starts.set(row.id, { ...start, ...row });
    else if (this.ends.size >= MAX_WAITING) this.droppedCount += 1;
    else this.ends.set(row.id, row);
  }

  addLine(row: LogLineRow): void {
    const length = row.message.length + (row.payload === null ? 0 : JSON.stringify(row.payload).length) + LINE_OVERHEAD;
    if (this.lines.length >= MAX_WAITING || this.linesLength + length > MAX_WAITING_LENGTH) {
      this.droppedCount += 1;
      return;
    }
    this.lines.push({ row, length });
    this.linesLength += length;
  }

  /** Removes and returns the next batch, oldest first. */
  takeBatch(): OperationBatch {
    const starts = takeFirst(this.starts, BATCH_ROWS);
    const ends = takeFirst(this.ends, BATCH_ROWS);
    let taken = 0;
    let length = 0;
    for (const line of this.lines) {
      if (taken >= BATCH_ROWS || (taken > 0 && length + line.length > BATCH_LENGTH)) break;
      taken += 1;
      length += line.length;
    }
    const lines = this.lines.slice(0, taken).map(({ row }) => row);
    this.lines = this.lines.slice(taken);
    this.linesLength -= length;
    return { starts, ends, lines };
  }

  /** Counts rows that are given up. */
  drop(count: number): void {
    this.droppedCount += count;
  }

  /** How many rows were dropped since the last call. */
  takeDropped(): number {
    const count = this.droppedCount;
    this.droppedCount = 0;
    return count;
  }
}

function takeFirst<Row>(rows: Map<string, Row>, count: number): Row[] {
  const taken = [...rows.entries()].slice(0, count);
  for (const [id] of taken) rows.delete(id);
  return taken.map(([, row]) => row);
}
