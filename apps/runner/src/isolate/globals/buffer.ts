import { Buffer } from 'buffer/';

const isUrlEncoding = (encoding: unknown): boolean => String(encoding).toLowerCase() === 'base64url';

/** Teaches the package `buffer` the one encoding of Node's that it lacks. */
export const addBase64Url = (): void => {
  const { from, isEncoding } = Buffer;
  const { toString } = Buffer.prototype;
  Object.assign(Buffer, {
    from: (value: unknown, encoding?: unknown, length?: unknown): unknown =>
      typeof value === 'string' && isUrlEncoding(encoding)
        ? from(value.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
        : Reflect.apply(from, Buffer, [value, encoding, length]),
    isEncoding: (encoding: string): boolean => isUrlEncoding(encoding) || isEncoding(encoding),
  });
  Buffer.prototype.toString = function (this: Buffer, encoding?: string, start?: number, end?: number): string {
    if (!isUrlEncoding(encoding)) return toString.call(this, encoding, start, end);
    const text = toString.call(this, 'base64', start, end);
    return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  };
};
