import { inputFieldsSchema } from '@svc/contracts';
import { describe, expect, it } from '@jest/globals';
import { validateInputFields } from './validate-input-fields.js';

const fields = inputFieldsSchema.parse({
  subdomain: { title: 'Sub', pattern: '[a-z0-9-]+', prefix: 'https://', suffix: '.x.com', example: 'acme' },
  region: { title: 'Region', enum: ['eu', 'us'], default_value: 'eu' },
  site: { title: 'Site', format: 'uri', visible_when: { field: 'region', equals: 'us' } },
  note: { title: 'Note', optional: true },
  version: { title: 'Version', hidden: true, default_value: '2' },
  installation: { title: 'Installation', automated: true },
  secret: { title: 'Secret', secret: true, optional: true },
});

const check = (given: Record<string, unknown>, options = {}) =>
  validateInputFields(fields, given, { path: ['connection_config'], unknownKeys: 'reject', ...options });

describe('validateInputFields', () => {
  it('fills in defaults and hidden values', () => {
    expect(check({ subdomain: 'acme' })).toEqual({
      values: { subdomain: 'acme', region: 'eu', version: '2' },
      issues: [],
    });
  });

  it.each(['acme', 'https://acme.x.com', 'https://acme.x.com/', 'acme.x.com', ' acme '])(
    'takes off what was typed along: %s',
    (subdomain) => {
      expect(check({ subdomain }).values).toMatchObject({ subdomain: 'acme' });
    },
  );

  it('leaves secrets exactly as they are', () => {
    expect(check({ subdomain: 'acme', secret: ' s ' }).values).toMatchObject({ secret: ' s ' });
  });

  it.each([
    [{}, 'invalid_type', 'subdomain', '"subdomain" is required'],
    [{ subdomain: '' }, 'invalid_type', 'subdomain', '"subdomain" is required'],
    [{ subdomain: null }, 'invalid_type', 'subdomain', '"subdomain" is required'],
    [{ subdomain: 5 }, 'invalid_type', 'subdomain', '"subdomain" must be text'],
    [{ subdomain: 'a/b' }, 'invalid_format', 'subdomain', '"subdomain" must match [a-z0-9-]+, for example acme'],
    [{ subdomain: 'evil.com/x.x.com' }, 'invalid_format', 'subdomain', '"subdomain" must match'],
    [{ subdomain: 'a\n' + 'b' }, 'invalid_format', 'subdomain', 'must match'],
    [{ subdomain: 'a'.repeat(9000) }, 'too_big', 'subdomain', 'longer than 8192'],
    [{ subdomain: 'a', region: 'mars' }, 'invalid_value', 'region', 'must be one of eu, us'],
    [{ subdomain: 'a', region: 'us' }, 'invalid_type', 'site', '"site" is required'],
    [{ subdomain: 'a', site: 'nowhere' }, 'invalid_format', 'site', 'must be an address'],
    [
      { subdomain: 'a', extra: 1 },
      'unrecognized_keys',
      'extra',
      '"extra" is not a field of this provider; it has subdomain',
    ],
  ])('reports %j', (given, code, name, message) => {
    expect(check(given).issues).toEqual([
      { code, path: ['connection_config', name], message: expect.stringContaining(message) },
    ]);
  });

  it('keeps keys that no field declares when asked to', () => {
    const result = check({ subdomain: 'a', extra: { any: 1 } }, { unknownKeys: 'keep' });
    expect(result.issues).toEqual([]);
    expect(result.values).toMatchObject({ extra: { any: 1 } });
  });

  it('requires nothing of a partial change but refuses to empty what is needed', () => {
    expect(check({ note: '' }, { isPartial: true })).toEqual({ values: { note: '' }, issues: [] });
    expect(check({ subdomain: '' }, { isPartial: true }).issues).toHaveLength(1);
    expect(check({}, { isPartial: true })).toEqual({ values: {}, issues: [] });
  });

  it.each([
    ['hostname', 'git.example.com', true],
    ['hostname', 'git.example.com:8080', true],
    ['hostname', 'localhost', true],
    ['hostname', 'a b', false],
    ['hostname', 'a/b', false],
    ['hostname', '-a.com', false],
    ['uri', 'http://127.0.0.1:3000', true],
    ['uri', 'javascript:alert(1)', false],
    ['uuid', '11223344-a1b2-3b33-c444-def123456789', true],
    ['uuid', '1122', false],
    ['email', 'a@b.co', true],
    ['email', 'a@', false],
  ] as const)('format %s of %s: %s', (format, value, isValid) => {
    const one = inputFieldsSchema.parse({ a: { title: 'A', format } });
    const { issues } = validateInputFields(one, { a: value }, { path: [], unknownKeys: 'reject' });
    expect(issues.length === 0).toBe(isValid);
  });

  it('has nothing to say about a provider without fields', () => {
    expect(validateInputFields(undefined, { a: 1 }, { path: [], unknownKeys: 'keep' })).toEqual({
      values: { a: 1 },
      issues: [],
    });
  });
});
