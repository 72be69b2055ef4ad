import { describe, expect, it } from '@jest/globals';
import { secretTexts } from './secret-texts.js';

describe('secret texts of credentials', () => {
  it('are what tokens, keys and passwords say, however deep, in every form', () => {
    const credentials = {
      type: 'OAUTH2',
      access_token: 'token/one',
      expires_at: '2030-01-01T00:00:00Z',
      raw: { refresh_token: 'second token', token_type: 'bearer', team: { name: 'Customer Success' } },
      privateKey: 'line one\nline two',
    };
    expect(secretTexts(credentials)).toEqual([
      'token/one',
      'token%2Fone',
      'second token',
      'second%20token',
      'line one\nline two',
      'line one\\nline two',
      'line%20one%0Aline%20two',
    ]);
  });

  it('are none where there is nothing that could be one', () => {
    expect(secretTexts({ type: 'BASIC', username: 'ada@example.com', password: '12345' })).toEqual([]);
    expect(secretTexts(undefined)).toEqual([]);
  });
});
