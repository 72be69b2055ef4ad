import { Buffer } from 'buffer/';
import { bytesOf, isBytes } from './bytes.js';

export type Encoding = Parameters<typeof Buffer.from>[1];
export type Data = string | ArrayBuffer | ArrayBufferView;

/** Data as functions give it to `crypto`; text is UTF-8 unless an encoding is named. */
export const toBytes = (data: unknown, encoding?: Encoding): Uint8Array => {
  if (typeof data === 'string') return Buffer.from(data, encoding);
  if (isBytes(data)) return bytesOf(data);
  throw new TypeError('The data must be text, a Buffer, a typed array or an ArrayBuffer.');
};

/** Bytes as a `Buffer`, or as text in an encoding of Node. */
export const encodeBytes = (bytes: Buffer, encoding: string | undefined): unknown =>
  encoding === undefined || encoding === 'buffer' ? bytes : bytes.toString(encoding);
