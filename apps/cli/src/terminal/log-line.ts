import type { Paint } from './paint.js';

const COLOURS = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red', off: 'dim' } as const;

/** A line of a function's log. */
export function logLine(
  { level, message, payload }: { level: keyof typeof COLOURS; message: string; payload?: unknown },
  paint: Paint,
): string {
  const details = payload === undefined || payload === null ? '' : ` ${paint('dim', JSON.stringify(payload))}`;
  return `  ${paint(COLOURS[level], level.padEnd(5))} ${message}${details}`;
}
