import { CliError, messageOf } from '../cli-error.js';
import type { Diagnostic } from '@svc/compile';
import { paintFor, type Paint } from './paint.js';
import { showProgress } from './progress.js';
import { renderDiagnostic } from './render-diagnostic.js';

/** What the user sees: sentences, or with `--json` exactly one JSON value on the standard output. */
export class Output {
  /** Colours of the standard output. */
  readonly paint: Paint = paintFor(process.stdout);
  private readonly paintError: Paint = paintFor(process.stderr);

  constructor(readonly json: boolean) {}

  /** A line for people; nothing with `--json`. */
  line(text = ''): void {
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  /** A line for people that is no result, such as a warning. */
  note(text: string): void {
    if (!this.json) process.stderr.write(`${text}\n`);
  }

  /** Something worth knowing about a place of the project. */
  warning(diagnostic: Diagnostic): void {
    this.note(renderDiagnostic(diagnostic, this.paintError));
  }

  /** Waits for work; a terminal shows meanwhile what goes on. */
  async during<T>(what: string, work: Promise<T>): Promise<T> {
    return this.json ? await work : await showProgress(what, work);
  }

  /** The result, for programs; nothing without `--json`. */
  result(value: object): void {
    if (this.json) process.stdout.write(`${JSON.stringify({ ok: true, ...value }, null, 2)}\n`);
  }

  /** A result that a command ends badly with although it was reached. */
  failedResult(value: object): void {
    if (this.json) process.stdout.write(`${JSON.stringify({ ok: false, ...value }, null, 2)}\n`);
  }

  /** One JSON value on a line of its own, for commands that go on; nothing without `--json`. */
  event(value: object): void {
    if (this.json) process.stdout.write(`${JSON.stringify(value)}\n`);
  }

  fail(error: unknown): void {
    const details = error instanceof CliError ? error.details : {};
    const message = error instanceof CliError ? error.message : `Unexpected failure: ${stackOf(error)}`;
    if (this.json) process.stdout.write(`${JSON.stringify({ ok: false, error: { message, ...details } }, null, 2)}\n`);
    else process.stderr.write(this.failureText(message, details));
  }

  private failureText(message: string, { diagnostics = [], hint }: CliError['details']): string {
    const parts = [
      ...diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, this.paintError)),
      this.paintError('red', message),
      ...(hint === undefined ? [] : [hint]),
    ];
    return `${parts.join('\n')}\n`;
  }
}

const stackOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : messageOf(error);
