import { describe, expect, it } from '@jest/globals';
import { readInput } from './read-input.js';

const FIELDS = {
  user: { type: 'string' as const, title: 'User' },
  site: { type: 'string' as const, title: 'Site', prefix: 'https://', suffix: '.example.com', optional: true },
  plan: { type: 'string' as const, title: 'Plan', default_value: 'free' },
  id: { type: 'string' as const, title: 'Id', automated: true },
};
const ONCE = { pin: { type: 'string' as const, title: 'PIN', pattern: '[0-9]{4}' } };

describe('what a person typed in', () => {
  it('is read with defaults, and without what was typed along', () => {
    const input = { user: 'u', site: 'https://acme.example.com', type: 'TWO_STEP', assertionOption: { pin: '1234' } };
    expect(readInput(FIELDS, input, ONCE)).toEqual({
      fields: { user: 'u', site: 'acme', plan: 'free' },
      assertionOption: { pin: '1234' },
    });
  });

  it('is refused with every problem, and without a word of it', () => {
    const input = { usr: 'x', id: 'mine', assertionOption: { pin: 'secret', more: 'x' } };
    expect.assertions(2);
    try {
      readInput(FIELDS, input, ONCE);
    } catch (error) {
      expect(error).toMatchObject({
        code: 'invalid_body',
        details: {
          errors: [
            { path: ['usr'] },
            { path: ['id'] },
            { path: ['user'] },
            { path: ['assertionOption', 'more'] },
            { path: ['assertionOption', 'pin'] },
          ],
        },
      });
      expect(JSON.stringify(error)).not.toContain('secret');
    }
  });

  it.each([null, 'text', 7, []])('takes %j for no values at all', (assertionOption) => {
    const paths = {
      details: { errors: expect.arrayContaining([expect.objectContaining({ path: ['assertionOption', 'pin'] })]) },
    };
    expect(() => readInput({}, { assertionOption }, ONCE)).toThrow(expect.objectContaining(paths));
  });
});
