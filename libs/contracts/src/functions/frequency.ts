/** How often a sync runs: every so many milliseconds, or at the times of a cron expression. */
export type Frequency =
  | {
      readonly kind: 'interval';
      readonly ms: number;
      /** Shortest text with the same meaning, such as `1h`. */
      readonly normalised: string;
    }
  | {
      readonly kind: 'cron';
      /** Five fields: minute, hour, day of month, month, day of week. */
      readonly expression: string;
      /** IANA name. */
      readonly timeZone: string;
    };

/** A text read as a frequency, or why it is none. */
export type FrequencyReading =
  { readonly ok: true; readonly frequency: Frequency } | { readonly ok: false; readonly problem: string };

/** Shortest interval (D12; wire contract, section 20). */
export const MIN_FREQUENCY_MS = 30_000;

/** Longest interval (wire contract, section 9). */
export const MAX_FREQUENCY_MS = 31 * 86_400_000;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?)$/, SECOND],
  [/^(m|mins?|minutes?)$/, MINUTE],
  [/^(h|hrs?|hours?)$/, HOUR],
  [/^(d|days?)$/, DAY],
  [/^(w|weeks?)$/, 7 * DAY],
];

const PHRASES: Readonly<Record<string, number>> = {
  month: 30 * DAY,
  'half day': 12 * HOUR,
  'half hour': 30 * MINUTE,
  'quarter hour': 15 * MINUTE,
};

const CRON_PREFIX = /^cron:\s*/i;

/** Lists, ranges, steps and names. Extensions such as `L`, `#` and `H` are left out: schedulers disagree about them. */
const CRON_FIELD =
  /^(\*|(\d{1,2}|[a-z]{3})(-(\d{1,2}|[a-z]{3}))?)(\/\d{1,2})?(,(\*|(\d{1,2}|[a-z]{3})(-(\d{1,2}|[a-z]{3}))?)(\/\d{1,2})?)*$/i;

const EXAMPLES = '"every 5 minutes", "every hour", "every 2 days", "every 3 weeks" or "cron: 0 6 * * 1-5 Europe/Paris"';

/**
 * Reads the frequency grammar of syncs (wire contract, section 9; D12): an interval from 30 s to 31 days, or
 * `cron: <five fields> [time zone]`, where the time zone is UTC when absent. The fields of a cron expression are counted
 * here; whether their values make sense is for a cron library to say.
 */
export function readFrequency(text: string): FrequencyReading {
  const trimmed = text.trim();
  return CRON_PREFIX.test(trimmed)
    ? readCron(trimmed.replace(CRON_PREFIX, ''), text)
    : readInterval(trimmed.toLowerCase(), text);
}

function readInterval(text: string, original: string): FrequencyReading {
  const ms = intervalMs(text.replace(/^every\s+/, '').replace(/\s+/g, ' '));
  if (ms === undefined) return refuse(original, `is not a frequency: write ${EXAMPLES}`);
  if (ms < MIN_FREQUENCY_MS) return refuse(original, 'is too often: the shortest interval is 30 seconds');
  if (ms > MAX_FREQUENCY_MS) return refuse(original, 'is too seldom: the longest interval is 31 days');
  return { ok: true, frequency: { kind: 'interval', ms, normalised: normalise(ms) } };
}

function intervalMs(text: string): number | undefined {
  const phrase = PHRASES[text];
  if (phrase !== undefined) return phrase;
  const match = /^(\d{1,9})?\s?([a-z]+)$/.exec(text);
  const unit = UNITS.find(([pattern]) => pattern.test(match?.[2] ?? ''))?.[1];
  return unit === undefined ? undefined : Number(match?.[1] ?? 1) * unit;
}

/** In the largest unit of the reference's grammar that leaves no rest: 90 minutes stay `90m`. */
function normalise(ms: number): string {
  if (ms % DAY === 0) return `${ms / DAY}d`;
  if (ms % HOUR === 0) return `${ms / HOUR}h`;
  if (ms % MINUTE === 0) return `${ms / MINUTE}m`;
  return `${ms / SECOND}s`;
}

function readCron(text: string, original: string): FrequencyReading {
  const fields = text.split(/\s+/).filter((field) => field !== '');
  const timeZone = fields.length > 5 ? fields.slice(5).join(' ') : 'UTC';
  if (fields.length < 5)
    return refuse(
      original,
      'has fewer than five cron fields: write "cron: <minute> <hour> <day of month> <month> <day of week> [time zone]"',
    );
  const wrong = fields.slice(0, 5).find((field) => !CRON_FIELD.test(field));
  if (wrong !== undefined)
    return refuse(
      original,
      `has the cron field "${wrong}": write numbers, names, * and lists, ranges or steps of them`,
    );
  if (!isTimeZone(timeZone))
    return refuse(
      original,
      `has the unknown time zone "${timeZone}": use an IANA name such as Europe/Paris, or leave it out for UTC`,
    );
  return { ok: true, frequency: { kind: 'cron', expression: fields.slice(0, 5).join(' '), timeZone } };
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const refuse = (text: string, problem: string): FrequencyReading => ({ ok: false, problem: `"${text}" ${problem}.` });
