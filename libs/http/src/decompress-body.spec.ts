import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { decompressBody } from './decompress-body.js';

const streamOf = (bytes: Buffer): Readable => Readable.from([bytes], { objectMode: false });

describe('decompressBody', () => {
  it('undoes codings in the order that the server applied them', async () => {
    const packed = brotliCompressSync(gzipSync('hello'));
    const body = decompressBody(streamOf(packed), 'gzip, br');
    expect(body && (await text(body))).toBe('hello');
  });

  it.each([undefined, 'identity', 'compress', Array(1_000).fill('gzip').join(', ')])(
    'leaves a body as it is whose coding it cannot or should not undo',
    (coding) => {
      expect(decompressBody(streamOf(Buffer.from('x')), coding)).toBeUndefined();
    },
  );

  it('tells the reader of a body that is not what it says', async () => {
    const body = decompressBody(streamOf(Buffer.from('no gzip')), 'gzip');
    await expect(body && text(body)).rejects.toThrow('incorrect header check');
  });
});
