import { describe, expect, it } from '@jest/globals';
import { chooseLanguage, loadDictionary } from './load-dictionary.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];

/** Every text of a dictionary, functions called with words that can be told apart. */
const textsOf = (tree: object, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = `${path}.${key}`;
    if (typeof value === 'string') return [[name, value]];
    if (typeof value === 'function') return [[name, String(value('‹1›', '‹2›'))]];
    return textsOf(Object(value), name);
  });

describe('languages', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['nl', 'pt_BR'], 'pt'],
    [[undefined, 'JA'], 'ja'],
    [['nl', 'constructor'], 'en'],
    [[], 'en'],
  ])('for %j it is %s', (wanted, expected) => {
    expect(chooseLanguage(wanted)).toBe(expected);
  });

  it.each(LANGUAGES)('%s has a text for everything, of its own', async (language) => {
    const { language: loaded, text } = await loadDictionary(language);
    expect(loaded).toBe(language);
    const english = new Map(textsOf((await loadDictionary('en')).text));
    const texts = textsOf(text);
    expect(texts.filter(([, value]) => value.trim() === '')).toEqual([]);
    expect(texts.map(([name]) => name)).toEqual([...english.keys()]);
    if (language === 'en') return;
    const same = texts.filter(([name, value]) => english.get(name) === value).map(([name]) => name);
    // Words that are the same in many languages.
    expect(same.length).toBeLessThan(8);
  });

  it('names the app in the same places in every language', async () => {
    const english = textsOf((await loadDictionary('en')).text).filter(([, value]) => value.includes('‹1›'));
    for (const language of LANGUAGES) {
      const texts = new Map(textsOf((await loadDictionary(language)).text));
      const lost = english.filter(([name]) => !/fieldProblems/.test(name) && !texts.get(name)?.includes('‹1›'));
      expect([language, lost]).toEqual([language, []]);
    }
  });

  it('falls back to English', async () => {
    expect((await loadDictionary('nl')).language).toBe('en');
  });
});
