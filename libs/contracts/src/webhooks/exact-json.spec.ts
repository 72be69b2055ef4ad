import { describe, expect, it } from '@jest/globals';
import { exactDigits, parseExactJson } from './exact-json.js';
import { stableJson } from './stable-json.js';

describe('exact JSON', () => {
  it.each([
    '12345678901234567890',
    '-9007199254740993',
    '{"id":9007199254740993,"next":[18446744073709551615]}',
    '{"price":1.10,"zero":0.0,"small":1e-7,"large":1E400}',
    '[0.1234567890123456789]',
  ])('writes %s as it came', (text) => {
    expect(JSON.stringify(parseExactJson(text))).toBe(text);
    expect(stableJson(parseExactJson(text))).toContain(/\d[\d.eE-]*/.exec(text)?.[0]);
  });

  it('leaves everything else to JavaScript', () => {
    const text = '{ "a" : [1, 2.5, -3], "b": "12345678901234567890", "c": "10:20:30.000", "d": null }';
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
    expect(parseExactJson('{"n":1e5000}')).toEqual({ n: Infinity });
    expect(JSON.stringify(parseExactJson(`{"n":${'9'.repeat(2_000)}}`))).toBe('{"n":null}');
  });

  it('tells the digits of what JavaScript cannot keep', () => {
    expect(exactDigits(parseExactJson('9007199254740993'))).toBe('9007199254740993');
    expect(exactDigits({ rawJSON: '1' })).toBeUndefined();
    expect(exactDigits(1)).toBeUndefined();
  });
});
