import { CliError } from '../cli-error.js';
import { codeFrame } from '../compile/code-frame.js';
import type { Diagnostic } from '../compile/diagnostic.js';
import { SCRIPT_NAME } from '../compile/evaluate-script.js';
import { titleOf, type CompiledFunction } from '../compile/function-file.js';
import { originalPosition } from '../compile/original-position.js';
import type { Output } from '../output.js';
import type { DryrunEvent, DryrunFailure } from './dryrun-messages.js';

const MAX_SHOWN_RECORDS = 10;

type LogLine = Extract<DryrunEvent, { kind: 'log' }>;

/** Shows what a function does as it does it, and what it would have written. */
export class DryrunReport {
  private readonly logs: LogLine[] = [];
  private readonly saved = new Map<string, Record<string, unknown>[]>();
  private readonly updated = new Map<string, Record<string, unknown>[]>();
  private readonly deleted = new Map<string, (string | number)[]>();
  private checkpoint: Record<string, unknown> | null | undefined;
  private metadata: Record<string, unknown> | undefined;

  constructor(private readonly output: Output) {}

  readonly add = (event: DryrunEvent): void => {
    switch (event.kind) {
      case 'log':
        this.logs.push(event);
        this.output.line(
          `  ${event.level.padEnd(5)} ${event.message}${event.payload === undefined ? '' : ` ${JSON.stringify(event.payload)}`}`,
        );
        return;
      case 'saved':
        this.saved.set(event.model, [...(this.saved.get(event.model) ?? []), ...event.records]);
        return;
      case 'updated':
        this.updated.set(event.model, [...(this.updated.get(event.model) ?? []), ...event.records]);
        return;
      case 'deleted':
        this.deleted.set(event.model, [...(this.deleted.get(event.model) ?? []), ...event.ids]);
        return;
      case 'checkpoint':
        this.checkpoint = event.checkpoint;
        return;
      case 'metadata':
        this.metadata = event.metadata;
        return;
      case 'completed':
      case 'failed':
        return;
    }
  };

  completed(compiled: CompiledFunction, output: unknown): void {
    this.writes();
    if (compiled.kind === 'action') this.output.line(`\nOutput:\n${JSON.stringify(output, null, 2) ?? 'nothing'}`);
    this.output.line(`\nThe ${titleOf(compiled)} ran to its end. Nothing was written to the gateway.`);
    this.output.result({
      output: output ?? null,
      records: Object.fromEntries(this.saved),
      updated: Object.fromEntries(this.updated),
      deleted: Object.fromEntries(this.deleted),
      checkpoint: this.checkpoint ?? null,
      ...(this.metadata && { metadata: this.metadata }),
      logs: this.logs.map(({ level, message, payload }) => ({ level, message, payload })),
    });
  }

  private records(written: ReadonlyMap<string, readonly object[]>, how: string): void {
    for (const [model, records] of written) {
      this.output.line(`\n${model}: ${records.length} ${records.length === 1 ? 'record' : 'records'} would be ${how}`);
      for (const record of records.slice(0, MAX_SHOWN_RECORDS))
        this.output.line(indent(JSON.stringify(record, null, 2)));
      if (records.length > MAX_SHOWN_RECORDS)
        this.output.line(`  ... and ${records.length - MAX_SHOWN_RECORDS} more; --json shows all`);
    }
  }

  private writes(): void {
    this.records(this.saved, 'saved');
    this.records(this.updated, 'updated in part');
    for (const [model, ids] of this.deleted)
      this.output.line(`\n${model}: ${ids.length} would be deleted: ${ids.slice(0, 20).join(', ')}`);
    if (this.checkpoint !== undefined) this.output.line(`\nCheckpoint: ${JSON.stringify(this.checkpoint)}`);
    if (this.metadata !== undefined) this.output.line(`\nMetadata would be: ${JSON.stringify(this.metadata)}`);
  }
}

/** A function's failure with the place in its author's source. */
export function failureOf(compiled: CompiledFunction, failure: DryrunFailure): CliError {
  const { name, message, issues = [], upstream, payload } = failure;
  const details = upstream ?? payload;
  const lines = [
    `The ${titleOf(compiled)} failed: ${name}: ${message}`,
    ...issues.map((issue) => `  - ${[...issue.path, issue.message].join(' ')}`),
    ...(details === undefined ? [] : [JSON.stringify(details, null, 2)]),
  ];
  const diagnostic = diagnosticOf(compiled, failure);
  return new CliError(lines.join('\n'), { code: failure.type, ...(diagnostic && { diagnostics: [diagnostic] }) });
}

function diagnosticOf({ map }: CompiledFunction, { stack, message, name }: DryrunFailure): Diagnostic | undefined {
  const position = originalPosition(stack ?? '', SCRIPT_NAME, map);
  if (!position) return undefined;
  const { file, line, column, source } = position;
  const frame = source === undefined ? {} : { frame: codeFrame(source, line, column) };
  return { severity: 'error', file, line, column, message: `${name}: ${message}`, ...frame };
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
