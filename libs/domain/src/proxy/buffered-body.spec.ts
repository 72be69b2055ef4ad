import { describe, expect, it } from '@jest/globals';
import { readBody } from '@svc/http';
import { Readable } from 'node:stream';
import { bufferBody } from './buffered-body.js';

const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

describe('bodies that may be sent again', () => {
  it('are kept whole up to the limit', async () => {
    expect(await bufferBody({ content: chunks('ab', 'cd'), length: undefined }, 4)).toEqual(Buffer.from('abcd'));
  });

  it('stream on complete above it', async () => {
    const body = await bufferBody({ content: chunks('ab', 'cd', 'ef', 'gh'), length: undefined }, 4);
    if (Buffer.isBuffer(body)) throw new Error('was kept');
    expect((await readBody(body, 100))?.toString()).toBe('abcdefgh');
  });

  it('are not touched when they announce to be larger', async () => {
    const content = chunks('abcdef');
    expect(await bufferBody({ content, length: 6 }, 4)).toBe(content);
  });
});
