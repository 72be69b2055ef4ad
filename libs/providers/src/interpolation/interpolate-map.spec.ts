import { describe, expect, it } from '@jest/globals';
import { interpolateHeaders, interpolateQuery } from './interpolate-map.js';
import { InterpolationContext } from './interpolation-context.js';

describe('interpolateHeaders', () => {
  it('fills in credentials under their stored and their short names', () => {
    const context = new InterpolationContext({
      credentials: { apiKey: 'k', username: 'u', password: '', access_token: 't' },
      clientId: 'app',
    });
    const headers = {
      'x-key': '${apiKey}',
      'x-same': '${credentials.apiKey}',
      authorization: 'Basic ${base64(${username}:${password})}',
      'x-token': 'token ${accessToken}',
      'x-client': '${clientId}',
      accept: 'application/json',
    };
    expect(interpolateHeaders(headers, context)).toEqual({
      'x-key': 'k',
      'x-same': 'k',
      authorization: 'Basic dTo=',
      'x-token': 'token t',
      'x-client': 'app',
      accept: 'application/json',
    });
  });

  it('takes the token of modes that have no access token', () => {
    const context = new InterpolationContext({ credentials: { token: 't' } });
    expect(interpolateHeaders({ a: '${accessToken}' }, context)).toEqual({ a: 't' });
  });

  it("prefers the connection's own app to the integration's", () => {
    const credentials = { config_override: { client_id: 'mine', client_secret: 's' } };
    const context = new InterpolationContext({ credentials, clientId: 'shared', clientSecret: 'x' });
    expect(interpolateHeaders({ a: '${clientId}', b: '${clientSecret}' }, context)).toEqual({ a: 'mine', b: 's' });
  });

  it('leaves out a header without a value', () => {
    const context = new InterpolationContext({ credentials: {}, connectionConfig: {} });
    const headers = { a: '${connectionConfig.org}', b: 'Bearer ${apiKey}', c: '${connectionConfig.org} || none' };
    expect(interpolateHeaders(headers, context)).toEqual({ c: 'none' });
  });

  it('substitutes texts and numbers only', () => {
    const connectionConfig = { text: 'a', number: 0, yes: true, list: ['a'], object: { b: 1 }, nothing: null };
    const context = new InterpolationContext({ connectionConfig });
    const names = Object.keys(connectionConfig);
    const headers = Object.fromEntries(names.map((name) => [name, `\${connectionConfig.${name}}`]));
    expect(interpolateHeaders(headers, context)).toEqual({ text: 'a', number: '0' });
  });

  it('does not reach into prototypes', () => {
    const context = new InterpolationContext({ credentials: { apiKey: 'k' }, connectionConfig: {} });
    const headers = { a: '${credentials.constructor.name}', b: '${toString}', c: '${connectionConfig.__proto__.x}' };
    expect(interpolateHeaders(headers, context)).toEqual({});
  });

  it('refuses a value that headers cannot carry, without showing it', () => {
    const context = new InterpolationContext({ credentials: { apiKey: 'secret\r\nx-evil: 1' } });
    const act = () => interpolateHeaders({ authorization: 'Bearer ${apiKey}' }, context);
    expect(act).toThrow(expect.objectContaining({ code: 'invalid_headers' }));
    expect(act).toThrow('"authorization"');
    expect(act).not.toThrow('secret');
  });

  it('fills in names too, in lower case', () => {
    const headers = { '${connectionConfig.headerName}': '${apiKey}' };
    const withName = (headerName: string) =>
      new InterpolationContext({ connectionConfig: { headerName }, credentials: { apiKey: 'k' } });
    expect(interpolateHeaders(headers, withName('X-Api-Key'))).toEqual({ 'x-api-key': 'k' });
    for (const name of ['Host', 'content-length', 'a b', 'a\r\nb']) {
      expect(() => interpolateHeaders(headers, withName(name))).toThrow(
        expect.objectContaining({ code: 'invalid_headers' }),
      );
    }
  });

  it('costs nothing when there is nothing to fill in', () => {
    const headers = { accept: 'application/json' };
    expect(interpolateHeaders(headers, new InterpolationContext({}))).toBe(headers);
    expect(interpolateHeaders(undefined, new InterpolationContext({}))).toEqual({});
  });

  it('fills in the same definition anew for each request', () => {
    const headers = { a: '${apiKey}' };
    for (const apiKey of ['one', 'two']) {
      expect(interpolateHeaders(headers, new InterpolationContext({ credentials: { apiKey } }))).toEqual({ a: apiKey });
    }
  });
});

describe('interpolateQuery', () => {
  it('leaves values unencoded and entries without a value out', () => {
    const context = new InterpolationContext({ credentials: { apiKey: 'a b&c' } });
    expect(interpolateQuery({ key: '${apiKey}', org: '${connectionConfig.org}', v: '2' }, context)).toEqual({
      key: 'a b&c',
      v: '2',
    });
  });
});
