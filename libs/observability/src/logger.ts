import { pino, type Logger as PinoLogger } from 'pino';
import { loggableError } from './loggable-error.js';
import { REDACTED_PATHS } from './redaction.js';

/** Structured log of a process. */
export type Logger = PinoLogger;

export interface LoggerOptions {
  /** Process that logs: `api`, `worker`, `runner`. */
  readonly name: string;
  readonly level: string;
}

/** JSON lines on stdout, with secrets removed. */
export function createLogger({ name, level }: LoggerOptions): Logger {
  return pino({
    name,
    level,
    redact: { paths: [...REDACTED_PATHS], censor: '[redacted]' },
    serializers: { err: (error: unknown) => loggableError(error) },
  });
}
