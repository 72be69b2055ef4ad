import { readFrequency, type Frequency } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { CronExpressionParser } from 'cron-parser';

/** @throws {AppError} `invalid_body` with a sentence that names the text and says what to write instead. */
export function parseFrequency(text: string): Frequency {
  const reading = readFrequency(text);
  if (!reading.ok) throw new AppError('invalid_body', reading.problem);
  if (reading.frequency.kind === 'cron') assertCron(text, reading.frequency.expression, reading.frequency.timeZone);
  return reading.frequency;
}

/** The frequency as callers get to see it: `1h` for `every hour`; cron as `cron: <fields> <time zone>`. */
export function frequencyText(frequency: Frequency): string {
  return frequency.kind === 'interval' ? frequency.normalised : `cron: ${frequency.expression} ${frequency.timeZone}`;
}

/** When a sync is due, reckoned without asking Temporal. */
export interface NextRunOptions {
  /** Milliseconds by which an interval's starts are moved, to spread load. Cron expressions name exact times and ignore it. */
  readonly offsetMs: number;
  readonly from: Date;
}

/**
 * First start after `from`. Intervals are counted from the epoch, moved by the offset, exactly as Temporal's interval
 * schedules do it, so that both agree without talking to each other.
 */
export function nextRunAt(frequency: Frequency, { offsetMs, from }: NextRunOptions): Date {
  if (frequency.kind === 'cron') {
    return CronExpressionParser.parse(frequency.expression, { tz: frequency.timeZone, currentDate: from })
      .next()
      .toDate();
  }
  const phaseMs = offsetMs % frequency.ms;
  return new Date((Math.floor((from.getTime() - phaseMs) / frequency.ms) + 1) * frequency.ms + phaseMs);
}

function assertCron(text: string, expression: string, timeZone: string): void {
  try {
    CronExpressionParser.parse(expression, { tz: timeZone, strict: false }).next();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid_body', `"${text}" is not a valid cron expression: ${reason}.`, { cause: error });
  }
}
