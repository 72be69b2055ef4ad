import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frequencyText, nextRunAt, parseFrequency } from './frequency.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('parseFrequency', () => {
  test.each([
    ['every 30 seconds', 30 * SECOND, '30s'],
    ['every 1 minute', MINUTE, '1m'],
    ['every hour', HOUR, '1h'],
    ['hour', HOUR, '1h'],
    ['1h', HOUR, '1h'],
    ['Every 5 Mins', 5 * MINUTE, '5m'],
    ['90m', 90 * MINUTE, '90m'],
    ['every 24 hrs', DAY, '1d'],
    ['every 2 days', 2 * DAY, '2d'],
    ['every week', 7 * DAY, '7d'],
    ['every 3 week', 21 * DAY, '21d'],
    ['every 2 weeks', 14 * DAY, '14d'],
    ['every month', 30 * DAY, '30d'],
    ['every half day', 12 * HOUR, '12h'],
    ['every half hour', 30 * MINUTE, '30m'],
    ['every quarter hour', 15 * MINUTE, '15m'],
    ['  every   45   sec ', 45 * SECOND, '45s'],
  ])('%s', (text, ms, normalised) => {
    expect(parseFrequency(text)).toEqual({ kind: 'interval', ms, normalised });
  });

  test('a normalised text means the same again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 31 * 86_400 }), (seconds) => {
        const frequency = parseFrequency(`every ${seconds} seconds`);
        expect(parseFrequency(frequencyText(frequency))).toEqual(frequency);
      }),
    );
  });

  test.each([
    ['cron: 0 6 * * 1-5 Europe/Paris', '0 6 * * 1-5', 'Europe/Paris'],
    ['cron: */15 * * * *', '*/15 * * * *', 'UTC'],
    ['CRON:0  0 1 JAN,JUL *  America/New_York', '0 0 1 JAN,JUL *', 'America/New_York'],
  ])('%s', (text, expression, timeZone) => {
    expect(parseFrequency(text)).toEqual({ kind: 'cron', expression, timeZone });
  });

  test.each([
    ['', 'is not a frequency'],
    ['often', 'is not a frequency'],
    ['every', 'is not a frequency'],
    ['every 0 minutes', 'too often'],
    ['every 29 seconds', 'too often'],
    ['every 32 days', 'too seldom'],
    ['every 999999999 weeks', 'too seldom'],
    ['every -1 hour', 'is not a frequency'],
    ['every 1.5 hours', 'is not a frequency'],
    ['every 2 month', 'is not a frequency'],
    ['cron: 0 6 * *', 'fewer than five'],
    ['cron: 0 25 * * *', 'not a valid cron expression'],
    ['cron: 0 6 30 2 *', 'not a valid cron expression'],
    ['cron: H 6 * * *', 'the cron field "H"'],
    ['cron: 0 6 L * *', 'the cron field "L"'],
    ['cron: 0 6 * * * Mars/Olympus', 'unknown time zone'],
    ['cron: 0 6 * * * * Europe/Paris', 'unknown time zone'],
  ])('refuses "%s"', (text, problem) => {
    expect(() => parseFrequency(text)).toThrow(problem);
  });
});

describe('nextRunAt', () => {
  const from = new Date('2026-03-28T10:20:30Z');

  test('counts intervals from the epoch and moves them by the offset', () => {
    const hourly = parseFrequency('every hour');
    expect(nextRunAt(hourly, { offsetMs: 0, from }).toISOString()).toBe('2026-03-28T11:00:00.000Z');
    expect(nextRunAt(hourly, { offsetMs: 25 * MINUTE, from }).toISOString()).toBe('2026-03-28T10:25:00.000Z');
    expect(nextRunAt(hourly, { offsetMs: HOUR + 5 * MINUTE, from }).toISOString()).toBe('2026-03-28T11:05:00.000Z');
  });

  test('is always later than now and never by more than the interval', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30, max: 100_000 }),
        fc.nat(10_000_000),
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        (seconds, offsetMs, at) => {
          const wait = nextRunAt(parseFrequency(`${seconds}s`), { offsetMs, from: at }).getTime() - at.getTime();
          expect(wait).toBeGreaterThan(0);
          expect(wait).toBeLessThanOrEqual(seconds * SECOND);
        },
      ),
    );
  });

  test('keeps local time when the clocks change', () => {
    const daily = parseFrequency('cron: 0 6 * * * Europe/Paris');
    expect(nextRunAt(daily, { offsetMs: 99, from }).toISOString()).toBe('2026-03-29T04:00:00.000Z');
    expect(nextRunAt(daily, { offsetMs: 0, from: new Date('2026-03-27T10:00:00Z') }).toISOString()).toBe(
      '2026-03-28T05:00:00.000Z',
    );
  });
});
