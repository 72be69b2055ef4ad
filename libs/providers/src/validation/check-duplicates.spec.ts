import { describe, expect, it } from '@jest/globals';
import { providerDefinitionSchema } from '@svc/contracts';
import { checkDuplicates } from './check-duplicates.js';

const acme = { auth_mode: 'API_KEY', proxy: { base_url: 'https://api.acme.test' } };

const found = (files: Record<string, object>): string[] =>
  checkDuplicates(
    new Map(Object.entries(files).map(([name, file]) => [name, providerDefinitionSchema.parse(file)])),
  ).map(({ name, reason }) => `${name} ${reason.split(':')[0]}`);

const at = (base_url: string, field: object) => ({
  auth_mode: 'API_KEY',
  proxy: { base_url },
  connection_config: { host: { title: 'Host', ...field } },
});

describe('checkDuplicates', () => {
  it('finds two files for the same addresses', () => {
    expect(found({ acme, 'acme-too': acme })).toEqual(['acme-too has the addresses of "acme"']);
    const sub = at('https://${connectionConfig.host}.acme.test', { pattern: '[a-z]+' });
    expect(found({ a: sub, b: sub })).toHaveLength(1);
  });

  it('lets them share the addresses on purpose', () => {
    expect(found({ acme, b: { ...acme, shares_endpoints_with: ['acme'] } })).toEqual([]);
    expect(found({ acme: { ...acme, shares_endpoints_with: ['b'] }, b: acme })).toEqual([]);
    expect(found({ acme, b: { alias: 'acme' } })).toEqual([]);
  });

  it('tells two ways to one API apart, and two that differ in an address', () => {
    expect(found({ acme, basic: { ...acme, auth_mode: 'BASIC' } })).toEqual([]);
    const oauth = { ...acme, auth_mode: 'OAUTH2', token_url: 'https://acme.test/token' };
    expect(found({ oauth, other: { ...oauth, token_url: 'https://acme.test/v2/token' } })).toEqual([]);
  });

  it('knows nothing of hosts that somebody types in, but of those to choose from', () => {
    const typed = at('https://${connectionConfig.host}', { format: 'hostname' });
    expect(found({ a: typed, b: typed })).toEqual([]);
    const eu = at('https://${connectionConfig.host}', { enum: ['api.a.test', 'eu.a.test'] });
    expect(found({ a: eu, b: eu })).toHaveLength(1);
    expect(found({ a: eu, b: at('https://${connectionConfig.host}', { enum: ['api.b.test'] }) })).toEqual([]);
  });
});
