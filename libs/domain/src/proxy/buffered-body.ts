import { Readable } from 'node:stream';
import type { ProxyBody } from './proxy-call.js';

/** Largest body that is kept to be sent again or signed (specification of the proxy: 8 MB). */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** The whole body if it is at most `maxBytes`, else a stream that still yields all of it. */
export async function bufferBody(
  { content, length }: ProxyBody,
  maxBytes = MAX_BUFFERED_BYTES,
): Promise<Buffer | Readable> {
  if (Buffer.isBuffer(content)) return content;
  if (length !== undefined && length > maxBytes) return content;
  const chunks: Buffer[] = [];
  let size = 0;
  const iterator: AsyncIterator<Buffer> = content[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    chunks.push(next.value);
    size += next.value.length;
    if (size > maxBytes) return Readable.from(continued(chunks, iterator), { objectMode: false });
  }
  return Buffer.concat(chunks, size);
}

async function* continued(read: Buffer[], iterator: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* read.splice(0);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
}
