import { describe, expect, it } from '@jest/globals';
import { hopByHopTest } from './hop-by-hop.js';

const HEADERS = ['connection', 'keep-alive', 'x-one', 'x-two', 'x-other'];

describe('hopByHopTest', () => {
  it.each([
    ['no Connection header', [], ['connection', 'keep-alive']],
    ['one that names nothing', ['Connection', ' Keep-Alive'], ['connection', 'keep-alive']],
    ['one that is empty', ['Connection', ''], ['connection', 'keep-alive']],
    ['one with a list', ['Connection', 'close, X-One,x-two'], ['connection', 'keep-alive', 'x-one', 'x-two']],
    [
      'several',
      ['Connection', 'keep-alive', 'X-Other', '1', 'connection', 'X-One', 'CONNECTION', 'x-two'],
      ['connection', 'keep-alive', 'x-one', 'x-two'],
    ],
  ])('knows what stays behind with %s', (_, headers, expected) => {
    expect(HEADERS.filter(hopByHopTest(headers))).toEqual(expected);
  });
});
