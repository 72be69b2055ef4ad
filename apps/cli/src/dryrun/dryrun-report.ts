import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { logLine } from '../terminal/log-line.js';
import type { Output } from '../terminal/output.js';
import type { DryrunEvent } from './dryrun-messages.js';
import { RunOutcome } from './run-outcome.js';

const MAX_SHOWN_RECORDS = 10;
const MAX_SHOWN_IDS = 20;
const MAX_SHOWN_CALLS = 50;
const MEBIBYTE = 1024 * 1024;

/** Shows what a function does as it does it, and what it would have written. */
export class DryrunReport {
  readonly outcome = new RunOutcome();

  constructor(
    private readonly output: Output,
    private readonly withDiagnostics: boolean,
  ) {}

  readonly add = (event: DryrunEvent): void => {
    this.outcome.add(event);
    if (event.kind === 'log') this.output.line(logLine(event, this.output.paint));
  };

  completed(compiled: CompiledFunction, output: unknown): void {
    this.showWrites();
    if (compiled.kind === 'action') {
      this.output.line(`\n${this.output.paint('bold', 'Output:')}`);
      this.output.line(JSON.stringify(output, null, 2) ?? 'nothing');
    }
    this.showDiagnostics();
    this.output.line(
      `\n${this.output.paint('green', `The ${titleOf(compiled)} ran to its end.`)} Nothing was written to the gateway.`,
    );
  }

  /** What `--json` shows of the run. */
  resultOf(output: unknown): object {
    const { writes, logs, traces, use } = this.outcome;
    return {
      output: output ?? null,
      ...writes,
      checkpoint: writes.checkpoint ?? null,
      logs,
      ...(this.withDiagnostics && { diagnostics: { ...use, calls: traces } }),
    };
  }

  showDiagnostics(): void {
    const { traces, use } = this.outcome;
    if (!this.withDiagnostics || !use) return;
    const { paint } = this.output;
    this.output.line(`\n${paint('bold', 'Diagnostics:')}`);
    const memoryMb = Math.round(use.peakMemoryBytes / MEBIBYTE);
    this.output.line(
      `  ${Math.round(use.wallTimeMs)} ms, ${Math.round(use.cpuTimeMs)} ms of processor time, ${memoryMb} MB at most (with about 60 MB for the process itself)`,
    );
    this.output.line(`  ${traces.length} ${traces.length === 1 ? 'call' : 'calls'}`);
    for (const { title, outcome, durationMs, bytes } of traces.slice(0, MAX_SHOWN_CALLS))
      this.output.line(`  ${`${Math.round(durationMs)} ms`.padStart(9)}  ${outcome.padEnd(4)} ${title}  (${bytes} B)`);
    if (traces.length > MAX_SHOWN_CALLS)
      this.output.line(`  ... and ${traces.length - MAX_SHOWN_CALLS} more; --json shows all`);
  }

  private showWrites(): void {
    const { records, updated, deleted, checkpoint, metadata } = this.outcome.writes;
    this.showRecords(records, 'saved');
    this.showRecords(updated, 'updated in part');
    for (const [model, ids] of Object.entries(deleted)) {
      const more = ids.length > MAX_SHOWN_IDS ? ', ...' : '';
      this.output.line(`\n${model}: ${ids.length} would be deleted: ${ids.slice(0, MAX_SHOWN_IDS).join(', ')}${more}`);
    }
    if (checkpoint !== undefined) this.output.line(`\nCheckpoint: ${JSON.stringify(checkpoint)}`);
    if (metadata !== undefined) this.output.line(`\nMetadata would be: ${JSON.stringify(metadata)}`);
  }

  private showRecords(written: Readonly<Record<string, readonly object[]>>, how: string): void {
    for (const [model, records] of Object.entries(written)) {
      const title = `${model}: ${records.length} ${records.length === 1 ? 'record' : 'records'} would be ${how}`;
      this.output.line(`\n${this.output.paint('bold', title)}`);
      for (const record of records.slice(0, MAX_SHOWN_RECORDS))
        this.output.line(JSON.stringify(record, null, 2).replace(/^/gm, '  '));
      if (records.length > MAX_SHOWN_RECORDS)
        this.output.line(`  ... and ${records.length - MAX_SHOWN_RECORDS} more; --json shows all`);
    }
  }
}
