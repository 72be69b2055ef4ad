import { describe, expect, it } from '@jest/globals';
import { PAGE_TEXTS, pageLanguage } from './page-texts.js';

describe('pageLanguage', () => {
  it.each([
    ['de', 'fr', 'de'],
    ['pt-BR', undefined, 'pt'],
    ['xx', 'ja', 'ja'],
    [undefined, 'en;q=0.2, es-MX;q=0.9, *;q=0.1', 'es'],
    [undefined, 'de;q=0, fr;q=0.1', 'fr'],
    [undefined, 'nonsense;;;q=,', 'en'],
    ['__proto__', 'constructor', 'en'],
    [undefined, undefined, 'en'],
  ])('of %s and %s is %s', (wanted, accepted, language) => {
    expect(pageLanguage(wanted, accepted)).toBe(language);
  });
});

it('says the same things in every language', () => {
  const keys = ({ failures, ...texts }: { failures: object }) => [Object.keys(texts), Object.keys(failures)];
  for (const texts of Object.values(PAGE_TEXTS)) expect(keys(texts)).toEqual(keys(PAGE_TEXTS.en));
});
