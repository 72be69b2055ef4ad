import type { Logger } from './logger.js';

type NestLog = (message: unknown, ...details: unknown[]) => void;

/** NestJS's `LoggerService`, so that its own messages are lines of the process's log. */
export interface NestLogger {
  readonly log: NestLog;
  readonly error: NestLog;
  readonly warn: NestLog;
  readonly debug: NestLog;
  readonly verbose: NestLog;
  readonly fatal: NestLog;
}

/** Nest tells each step of its start at level `log`, which is `debug` here. The last detail is the part that speaks. */
export function toNestLogger(logger: Logger): NestLogger {
  const at =
    (level: 'debug' | 'warn' | 'error' | 'fatal' | 'trace'): NestLog =>
    (message, ...details) => {
      const context = details.at(-1);
      const bindings = {
        ...(typeof context === 'string' && { context }),
        ...(message instanceof Error && { err: message }),
      };
      logger[level](bindings, message instanceof Error ? message.message : String(message));
    };
  return {
    log: at('debug'),
    error: at('error'),
    warn: at('warn'),
    debug: at('debug'),
    verbose: at('trace'),
    fatal: at('fatal'),
  };
}
