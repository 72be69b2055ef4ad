/** Levels of log lines, from most to least verbose (specification, helper `log`). */
export type LogLevelName = 'debug' | 'info' | 'warn' | 'error' | 'off';

/** Levels that older functions use: `verbose` and `silly` are taken as `debug`, `http` as `info`. */
export type LegacyLogLevelName = 'verbose' | 'silly' | 'http';

/** Options of `log` and `setLogger`. */
export interface LogOptions {
  level?: LogLevelName | LegacyLogLevelName;
}
