import type { LogLevel } from '@svc/contracts';
import type { RunLog } from '../run-log.js';
import { toLogText } from './format-value.js';

const LEVELS: Record<string, LogLevel> = {
  debug: 'debug',
  trace: 'debug',
  log: 'info',
  info: 'info',
  dir: 'info',
  table: 'info',
  warn: 'warn',
  error: 'error',
};

/** `console`, written to the log of the run. */
export const createConsole = (log: RunLog): Record<string, (...values: unknown[]) => void> =>
  Object.fromEntries(
    Object.entries(LEVELS).map(([method, level]) => [
      method,
      (...values: unknown[]) => log.write(level, values.map(toLogText).join(' ')),
    ]),
  );
