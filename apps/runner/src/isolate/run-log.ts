import type { LogLevel } from '@svc/contracts';
import { toLogJson, toLogText } from './globals/format-value.js';
import type { HostFunctions } from './host-functions.js';

/** Largest log line, in characters of message and values together (wire contract, section 16). */
const MAX_LINE_LENGTH = 100_000;

/** How long a flood is only counted. */
const PAUSE_MS = 100;

const SEVERITY: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, off: 4 };
const LEVELS: Record<string, LogLevel> = {
  debug: 'debug',
  verbose: 'debug',
  silly: 'debug',
  http: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  off: 'off',
};

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… (cut, ${text.length} characters)`;

const levelIn = (value: unknown): LogLevel | undefined => {
  if (typeof value !== 'object' || value === null || !('level' in value)) return undefined;
  const known = Object.keys(value).every((key) => key === 'level' || key === 'type');
  return known ? LEVELS[String(value.level)] : undefined;
};

/** The log of a run: drops what is below the threshold, bounds the size of a line. */
export class RunLog {
  /** Lines since the host dropped one: they cost nothing but being counted. */
  private skipped = 0;
  private fullUntilMs = 0;

  constructor(
    private readonly host: HostFunctions,
    private threshold: LogLevel,
  ) {}

  setThreshold(level: unknown): void {
    const threshold = LEVELS[String(level)];
    if (!threshold) throw new TypeError(`Unknown log level "${String(level)}": use debug, info, warn, error or off.`);
    this.threshold = threshold;
  }

  /** The helper `log`: a message, values, and options at the end. */
  log(message: unknown, values: readonly unknown[]): void {
    const level = levelIn(values.at(-1));
    this.write(level ?? 'info', message, level === undefined ? values : values.slice(0, -1));
  }

  write(level: LogLevel, message: unknown, values: readonly unknown[] = []): void {
    if (level === 'off' || SEVERITY[level] < SEVERITY[this.threshold] || this.isFull()) return;
    const text = cut(toLogText(message), MAX_LINE_LENGTH);
    const payload = values.length === 0 ? undefined : toLogJson(values.length === 1 ? values[0] : values);
    const room = MAX_LINE_LENGTH - text.length;
    const fits = payload === undefined || payload.length <= room;
    const isKept = this.host.log(level, text, fits ? payload : JSON.stringify(cut(payload, Math.max(room, 0))));
    if (!isKept) this.fullUntilMs = Date.now() + PAUSE_MS;
  }

  /** Tells the host of the lines that were not handed over. */
  close(): void {
    if (this.skipped > 0) this.host.dropLogLines(this.skipped);
    this.skipped = 0;
  }

  private isFull(): boolean {
    if (this.fullUntilMs === 0) return false;
    if (Date.now() < this.fullUntilMs) return ++this.skipped > 0;
    this.fullUntilMs = 0;
    this.close();
    return false;
  }
}
