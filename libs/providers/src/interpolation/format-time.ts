import dayjs, { type ManipulateType } from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import type { NowSegment } from './template.js';

dayjs.extend(utc);
dayjs.extend(advancedFormat);

const UNITS: Readonly<Record<string, ManipulateType>> = {
  millisecond: 'millisecond',
  second: 'second',
  minute: 'minute',
  hour: 'hour',
  day: 'day',
  week: 'week',
  month: 'month',
  year: 'year',
};

/** The unit of an offset such as `+7:days`, or undefined when there is no such unit. */
export const offsetUnit = (name: string): ManipulateType | undefined => UNITS[name.toLowerCase().replace(/s$/, '')];

/**
 * Text of a `${now…}` placeholder in UTC: a dayjs format, `X` for seconds and `x` for milliseconds since 1970, ISO 8601
 * when there is none. Undefined when the offset's unit does not exist, or leads to no time that can be written down.
 */
export function formatTime({ offset, format }: NowSegment, now: Date): string | undefined {
  let time = dayjs(now).utc();
  if (offset) {
    const unit = offsetUnit(offset.unit);
    if (!unit) return undefined;
    time = time.add(offset.amount, unit);
    if (!time.isValid()) return undefined;
  }
  return format === undefined ? time.toISOString() : time.format(format);
}
