import { describe, expect, it } from '@jest/globals';
import { readPageSettings } from './page-settings.js';

const read = (query: string, page = 'https://gateway.example/connect') => readPageSettings(`${page}?${query}`);

describe('readPageSettings', () => {
  it('reads what the address says', () => {
    expect(read('session_token=t&lang=de-AT&theme=dark&detectClosedAuthWindow=true')).toEqual({
      sessionToken: 't',
      lang: 'de-AT',
      theme: 'dark',
      apiUrl: 'https://gateway.example',
      detectClosedAuthWindow: true,
    });
  });

  it('has a default for everything', () => {
    expect(read('theme=pink&session_token=')).toEqual({
      sessionToken: undefined,
      lang: undefined,
      theme: undefined,
      apiUrl: 'https://gateway.example',
      detectClosedAuthWindow: false,
    });
  });

  it.each([
    ['https://gateway.example/base/connect', '', 'https://gateway.example/base'],
    ['https://gateway.example/connect/', '', 'https://gateway.example'],
    ['https://gateway.example/connect', 'apiURL=https%3A%2F%2Fapi.example%2Fbase%2F', 'https://api.example/base'],
    ['https://gateway.example/connect', 'apiURL=javascript:alert(1)', 'https://gateway.example'],
    ['https://gateway.example/connect', 'apiURL=nonsense', 'https://gateway.example'],
  ])('asks the gateway of %s with %p at %s', (page, query, expected) => {
    expect(read(query, page).apiUrl).toBe(expected);
  });
});
