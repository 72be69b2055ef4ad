import type { Diagnostic } from '@svc/compile';

/** What the process ends with. */
export const EXIT_CODES = {
  done: 0,
  /** What was asked for failed: code that does not compile, a failed test, a refusal of the gateway. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Nobody reads what is written: 128 and the number of SIGPIPE, as shells have it. */
  unread: 141,
} as const;

/** A failure that the user is told about: what went wrong, where, and what to do. Ends the command. */
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

  get exitCode(): number {
    return this.details.code === 'invalid_options' ? EXIT_CODES.usage : EXIT_CODES.failed;
  }
}

/** The message of anything that was thrown, also by code of another realm. */
export function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return String(error);
}
