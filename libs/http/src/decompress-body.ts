import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** More than anybody uses; each takes memory, and a server may name thousands. */
const MAX_CODINGS = 3;

/**
 * The body without its content codings, decoded as it streams. Undefined where there is no coding, an unknown one, or too many: the
 * body is then passed on as it is.
 */
export function decompressBody(body: Readable, contentEncoding: string | undefined): Readable | undefined {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const decoders = codings.reverse().map((coding) => DECODERS[coding]);
  if (decoders.length === 0 || decoders.length > MAX_CODINGS) return undefined;
  let decoded = body;
  for (const create of decoders) {
    if (!create) return undefined;
  }
  for (const create of decoders) {
    // A failure reaches the reader as the error of the last stream.
    if (create) decoded = pipeline(decoded, create(), () => undefined);
  }
  return decoded;
}
