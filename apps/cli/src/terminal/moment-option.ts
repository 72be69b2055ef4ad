import { CliError } from '../cli-error.js';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time that an option holds, as ISO 8601: `15m` for so long ago, or a date. */
export function momentOption(name: string, text: string): string {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const time = amount === undefined ? Date.parse(text) : Date.now() - Number(amount) * (UNITS[unit ?? ''] ?? 0);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new CliError(`--${name} is "${text}": write 15m, 2h, 1d or a date such as 2026-01-31T12:00:00Z.`, {
    code: 'invalid_options',
  });
}
