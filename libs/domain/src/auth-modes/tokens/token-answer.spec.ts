import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseMoment } from '@svc/contracts';
import { expiryOf, readTokenBody, tokenText, valueAt } from './token-answer.js';

const NOW = Date.UTC(2026, 0, 1);
const answer = (text: string, contentType = 'application/json') => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: 200, headers: { 'content-type': contentType }, text, json };
};

describe('readTokenBody', () => {
  it.each([
    ['{"a":1}', 'application/json', { a: 1 }],
    ['{"a":1}', 'text/html', { a: 1 }],
    ['access_token=x&b=c%20d', 'text/plain', { access_token: 'x', b: 'c d' }],
    ['error=bad', 'application/x-www-form-urlencoded', { error: 'bad' }],
    ['[1]', 'application/json', undefined],
    ['null', 'application/json', undefined],
    ['<html>access_token=x</html>', 'text/html', undefined],
    ['', '', undefined],
  ])('reads %s as %s', (text, contentType, expected) => {
    expect(readTokenBody(answer(text, contentType))).toEqual(expected);
  });
});

describe('expiryOf', () => {
  it.each([
    [{ expires_in: 60 }, undefined, NOW + 60_000],
    [{ expires_in: '60' }, undefined, NOW + 60_000],
    [{ expires_in: 60_000 }, 'milliseconds', NOW + 60_000],
    [{ expires_at: 1_800_000_000 }, undefined, 1_800_000_000_000],
    [{ expires_at: 1_800_000_000_000 }, undefined, 1_800_000_000_000],
    [{ expires_at: '2030-01-01T00:00:00Z', expires_in: 1 }, undefined, Date.UTC(2030, 0, 1)],
    [{ expires_in: 0 }, undefined, undefined],
    [{ expires_in: -5 }, undefined, undefined],
    [{ expires_in: 'never' }, undefined, undefined],
    [{ expires_in: null }, undefined, undefined],
    [{ expires_in: { toString: 1, valueOf: 1 } }, undefined, undefined],
    [{}, undefined, undefined],
  ] as const)('of %j in %s', (body, unit, expected) => {
    expect(expiryOf(body, { unit }, NOW)?.getTime()).toBe(expected);
  });

  it('falls back to a life that is given', () => {
    expect(expiryOf({}, { defaultLifeMs: 1_000 }, NOW)?.getTime()).toBe(NOW + 1_000);
  });

  it('never gives a date that cannot be stored', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (expires_at, expires_in) => {
        const expiry = expiryOf({ expires_at, expires_in }, {}, NOW);
        if (expiry) expect(expiry.toISOString()).toMatch(/^\d{4}-/);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('parseMoment', () => {
  it.each(['', 'soon', Number.NaN, Number.POSITIVE_INFINITY, 0, -1, {}, [], null, undefined, true])(
    'is null for %p',
    (value) => {
      expect(parseMoment(value)).toBeNull();
    },
  );
});

describe('tokenText and valueAt', () => {
  it('finds tokens that are text or a number, own properties only', () => {
    expect(tokenText(valueAt({ a: { b: 'x' } }, 'a.b'))).toBe('x');
    expect(tokenText(7)).toBe('7');
    for (const value of ['', null, {}, true, valueAt({}, 'constructor.name'), valueAt('x', 'length')])
      expect(tokenText(value)).toBeUndefined();
  });
});
