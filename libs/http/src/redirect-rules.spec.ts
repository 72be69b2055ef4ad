import { describe, expect, it } from '@jest/globals';
import { redirectHeaders, redirectTarget } from './redirect-rules.js';

const policy = { maxHops: 5, forwardHeaders: false, sensitiveHeaders: new Set(['x-api-key']) };
const headers = ['Authorization', 'Bearer t', 'Cookie', 'a=1', 'X-Api-Key', 'k', 'Accept', '*/*'];

describe('redirect rules', () => {
  it.each([301, 302, 303, 307, 308])('follows %i of GET and HEAD only', (status) => {
    const location = ['Location', '/next?x=1#top'];
    expect(redirectTarget('GET', 'https://a.example/x', status, location)).toBe('https://a.example/next?x=1');
    expect(redirectTarget('HEAD', 'https://a.example/x', status, location)).toBe('https://a.example/next?x=1');
    expect(redirectTarget('POST', 'https://a.example/x', status, location)).toBeUndefined();
  });

  it('leaves other statuses and redirects without an address alone', () => {
    expect(redirectTarget('GET', 'https://a.example/x', 304, ['Location', '/y'])).toBeUndefined();
    expect(redirectTarget('GET', 'https://a.example/x', 302, [])).toBeUndefined();
  });

  it('takes a full address byte for byte', () => {
    const signed = "https://cdn.example/f?sig=a%2Bb'c&x=%7e";
    expect(redirectTarget('GET', 'https://a.example/x', 302, ['location', signed])).toBe(signed);
  });

  it('keeps every header on the same origin', () => {
    expect(redirectHeaders(headers, 'https://a.example/x', 'https://a.example:443/y', policy)).toEqual(headers);
  });

  it.each(['https://b.example/', 'http://a.example/', 'https://a.example:8443/'])(
    'drops credentials on the way to %s',
    (to) => {
      expect(redirectHeaders(headers, 'https://a.example/x', to, policy)).toEqual(['Accept', '*/*']);
    },
  );

  it('keeps them when told so', () => {
    const forwarding = { ...policy, forwardHeaders: true };
    expect(redirectHeaders(headers, 'https://a.example/x', 'https://b.example/', forwarding)).toEqual(headers);
  });
});
