import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { interpolateUrl } from './interpolate-url.js';
import { InterpolationContext } from './interpolation-context.js';

const withConfig = (connectionConfig: Record<string, unknown>) => new InterpolationContext({ connectionConfig });

describe('interpolateUrl', () => {
  it('returns an address without placeholders as it is', () => {
    expect(interpolateUrl('https://api.github.com', withConfig({}))).toBe('https://api.github.com');
  });

  it('fills in values, also nested ones and under the other name of the object', () => {
    const context = withConfig({ subdomain: 'acme', region: { code: 'eu' } });
    expect(interpolateUrl('https://${connectionConfig.subdomain}.x.com', context)).toBe('https://acme.x.com');
    expect(interpolateUrl('https://x.com/${connection_config.region.code}', context)).toBe('https://x.com/eu');
  });

  it('finds captured token metadata whose key holds dots', () => {
    expect(interpolateUrl('https://x.com/${connectionConfig.team.id}', withConfig({ 'team.id': 'T1' }))).toBe(
      'https://x.com/T1',
    );
  });

  it('percent-encodes values', () => {
    const context = withConfig({ path: 'a/b?c=d#e' });
    expect(interpolateUrl('https://x.com/${connectionConfig.path}/y', context)).toBe(
      'https://x.com/a%2Fb%3Fc%3Dd%23e/y',
    );
  });

  it('does not let a value change the host', () => {
    const context = withConfig({ subdomain: 'evil.com/' });
    expect(() => interpolateUrl('https://${connectionConfig.subdomain}.x.com/y', context)).toThrow(
      expect.objectContaining({ code: 'missing_api_url' }),
    );
  });

  it('leaves values alone with skipEncode', () => {
    const context = withConfig({ path: 'a/b' });
    expect(interpolateUrl('https://x.com/${connectionConfig.path}', context, { skipEncode: true })).toBe(
      'https://x.com/a/b',
    );
  });

  it('takes a whole address from the connection, with or without a slash at its end', () => {
    const template = '${connectionConfig.baseUrl}/api/v1';
    expect(interpolateUrl(template, withConfig({ baseUrl: 'http://127.0.0.1:3000/' }))).toBe(
      'http://127.0.0.1:3000/api/v1',
    );
    expect(interpolateUrl(template, withConfig({ baseUrl: 'https://git.example.com/sub' }))).toBe(
      'https://git.example.com/sub/api/v1',
    );
  });

  it('keeps the slash at the end of a whole address that nothing follows', () => {
    const context = withConfig({ tokenUrl: 'https://auth.x.com/token/' });
    expect(interpolateUrl('${connectionConfig.tokenUrl}', context)).toBe('https://auth.x.com/token/');
    const options = { skipEncode: true };
    expect(interpolateUrl('${connectionConfig.tokenUrl}', context, options)).toBe('https://auth.x.com/token/');
    expect(interpolateUrl('${connectionConfig.tokenUrl}/x', context, options)).toBe('https://auth.x.com/token/x');
  });

  it('takes host and port where the host stands', () => {
    expect(interpolateUrl('https://${connectionConfig.host}/api', withConfig({ host: 'git.local:3000' }))).toBe(
      'https://git.local:3000/api',
    );
  });

  it('uses what follows the double bar when the first has no value', () => {
    const template = 'https://${connectionConfig.host} || https://api.x.com';
    expect(interpolateUrl(template, withConfig({ host: 'eu.x.com' }))).toBe('https://eu.x.com');
    expect(interpolateUrl(template, withConfig({}))).toBe('https://api.x.com');
    expect(interpolateUrl(template, withConfig({ host: '' }))).toBe('https://api.x.com');
    const chain = '${connectionConfig.a} || ${integrationConfig.b} || https://c.com';
    const context = new InterpolationContext({ integrationConfig: { b: 'https://b.com' } });
    expect(interpolateUrl(chain, context)).toBe('https://b.com');
  });

  it('names what is missing', () => {
    expect(() => interpolateUrl('https://${connectionConfig.subdomain}.x.com', withConfig({}))).toThrow(
      expect.objectContaining({
        code: 'missing_api_url',
        status: 400,
        message: expect.stringContaining('connection_config.subdomain'),
        details: { payload: { missing: ['connection_config.subdomain'] } },
      }),
    );
  });

  it('refuses what is not an address without showing the value', () => {
    for (const baseUrl of ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'http://[x']) {
      const act = () => interpolateUrl('${connectionConfig.baseUrl}', withConfig({ baseUrl }));
      expect(act).toThrow(expect.objectContaining({ code: 'missing_api_url' }));
      expect(act).not.toThrow(baseUrl);
    }
  });

  it('answers the code that the caller asks for', () => {
    expect(() => interpolateUrl('${connectionConfig.a}', withConfig({}), { code: 'invalid_body' })).toThrow(
      expect.objectContaining({ code: 'invalid_body' }),
    );
  });

  it('fills in paths', () => {
    expect(interpolateUrl('/users/${connectionConfig.id}', withConfig({ id: 7 }))).toBe('/users/7');
  });

  it('never lets a value in a path or a query leave its place', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), (value) => {
        const url = new URL(
          interpolateUrl('https://x.com/a-${connectionConfig.v}/b?q=${connectionConfig.v}', withConfig({ v: value })),
        );
        expect(url.host).toBe('x.com');
        expect(decodeURIComponent(url.pathname)).toBe(`/a-${value.toWellFormed()}/b`);
        expect(url.searchParams.get('q')).toBe(value.toWellFormed());
        expect(url.hash).toBe('');
      }),
    );
  });
});
