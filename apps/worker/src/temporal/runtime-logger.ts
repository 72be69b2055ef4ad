import type { Logger } from '@svc/observability';
import { DefaultLogger } from '@temporalio/worker';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Temporal's own log lines, in the process's log. Its routine belongs to the debug level. */
export const runtimeLogger = (logger: Logger): DefaultLogger =>
  new DefaultLogger('INFO', ({ level, message, meta }) => {
    const { error, ...rest } = meta ?? {};
    logger[level === 'INFO' ? 'debug' : LEVELS[level]](
      { ...rest, ...(error !== undefined && { err: error }) },
      message,
    );
  });
