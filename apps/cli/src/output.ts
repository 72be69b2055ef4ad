import { renderDiagnostic } from './compile/diagnostic.js';
import { CliError, messageOf } from './cli-error.js';

/** What the user sees: sentences, or with `--json` exactly one JSON value on the standard output. */
export class Output {
  constructor(readonly json: boolean) {}

  /** A line for people; nothing with `--json`. */
  line(text = ''): void {
    if (!this.json) process.stdout.write(`${text}\n`);
  }

  /** A line for people that is no result, such as progress or a warning. */
  note(text: string): void {
    if (!this.json) process.stderr.write(`${text}\n`);
  }

  /** The result, for programs; nothing without `--json`. */
  result(value: object): void {
    if (this.json) process.stdout.write(`${JSON.stringify({ ok: true, ...value }, null, 2)}\n`);
  }

  fail(error: unknown): void {
    const details = error instanceof CliError ? error.details : {};
    const message = error instanceof CliError ? error.message : `Unexpected failure: ${stackOf(error)}`;
    if (this.json) process.stdout.write(`${JSON.stringify({ ok: false, error: { message, ...details } }, null, 2)}\n`);
    else process.stderr.write(failureText(message, details));
  }
}

function failureText(message: string, { diagnostics = [], hint }: CliError['details']): string {
  const parts = [...diagnostics.map(renderDiagnostic), message, ...(hint === undefined ? [] : [hint])];
  return `${parts.join('\n')}\n`;
}

const stackOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : messageOf(error);
