import type { Diagnostic } from './compile/diagnostic.js';

/** A failure that the user is told about: what went wrong, where, and what to do. Ends the command with exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';

  constructor(
    /** What went wrong, and where. */
    what: string,
    readonly details: {
      /** What to do next. */
      readonly hint?: string;
      /** Machine-readable code, for `--json`. */
      readonly code?: string;
      readonly diagnostics?: readonly Diagnostic[];
    } = {},
  ) {
    super(what);
  }
}

/** The message of anything that was thrown, also by code of another realm. */
export function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}
