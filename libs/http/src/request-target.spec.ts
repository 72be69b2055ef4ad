import { describe, expect, it } from '@jest/globals';
import { parseTarget, withoutQuery } from './request-target.js';

describe('request target', () => {
  it.each([
    ['https://a.example/v1/../x//y/%2e%2E/', '/v1/../x//y/%2e%2E/'],
    ["https://a.example/q?name='x'&b=%zz|{}", "/q?name='x'&b=%zz|{}"],
    ['https://a.example?x=1', '/?x=1'],
    ['https://a.example', '/'],
    ['https://a.example/a b?q=ü', '/a%20b?q=ü'],
    ['https://a.example/Ω', '/%CE%A9'],
    ['https://a.example/x#part', '/x'],
  ])('%s is asked for as %s', (url, path) => {
    expect(parseTarget(url).path).toBe(path);
  });

  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://[::ffff:127.0.0.1]:80/', '::ffff:7f00:1'],
    ['http://user:secret@b.example:8080/x', 'b.example'],
  ])('%s has the host %s', (url, hostname) => {
    expect(parseTarget(url).hostname).toBe(hostname);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://a.example/',
    'gopher://a',
    '/relative',
    'http://',
    'http:///x',
    'https://a b/',
  ])('refuses %s', (url) => {
    expect(() => parseTarget(url)).toThrow(expect.objectContaining({ code: 'address_not_allowed' }));
  });

  it('shows an address without its secrets', () => {
    expect(withoutQuery('https://user:pass@a.example/x?token=1#y')).toBe('https://a.example/x');
  });
});
