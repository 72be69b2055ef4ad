import { describe, expect, it } from '@jest/globals';
import { validateInputFields } from '@svc/providers';
import type { InputField } from '@svc/contracts';
import { validateValue } from './validate-value.js';

const fieldOf = (input: Partial<InputField>) => ({
  id: 'params.x',
  group: 'params' as const,
  name: 'x',
  kind: 'text' as const,
  input: { type: 'string' as const, title: 'X', ...input },
});

const GATEWAY = { path: ['params'], unknownKeys: 'reject' } as const;

const FIELDS: Partial<InputField>[] = [
  { format: 'hostname' },
  { format: 'uri' },
  { format: 'uuid' },
  { format: 'email' },
  { enum: ['eu', 'us'] },
  { pattern: '[a-z0-9-]+' },
  { pattern: '(AC|SK)[0-9a-f]{4}' },
  {},
];
const VALUES = [
  'example.com',
  'example.com:8080',
  'https://example.com/a?b=c',
  'ftp://example.com',
  'javascript:alert(1)',
  '3f2b8c1e-6a54-4d0b-9c57-0e1f2a3b4c5d',
  'name@example.com',
  'name@',
  'eu',
  'EU',
  'AC12ab',
  'AC12a',
  'a b',
  '<b>x</b>',
  'x'.repeat(8193),
];

describe('validateValue', () => {
  it.each(FIELDS)('decides as the gateway does: %j', (input) => {
    for (const value of VALUES) {
      const page = validateValue(fieldOf(input), value) === undefined;
      const { issues } = validateInputFields({ x: { type: 'string', title: 'X', ...input } }, { x: value }, GATEWAY);
      const gateway = issues.length === 0;
      expect([value.slice(0, 40), page]).toEqual([value.slice(0, 40), gateway]);
    }
  });

  it('asks for what is required, and for nothing that is not', () => {
    expect(validateValue(fieldOf({}), '')).toBe('required');
    expect(validateValue(fieldOf({ optional: true, pattern: 'x' }), '')).toBeUndefined();
  });

  it('refuses nothing by what is no pattern', () => {
    expect(validateValue(fieldOf({ pattern: '([' }), 'x')).toBeUndefined();
  });
});
