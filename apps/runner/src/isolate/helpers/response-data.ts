import type { ResponseType } from '@svc/functions';
import { Buffer } from 'buffer/';

const JSON_CONTENT = /[/+]json\b/i;
/** Some providers send JSON as text, or without a type. */
const UNTYPED_CONTENT = /^\s*(text\/(plain|javascript)|$)/i;

/** A body of bytes as `Blob` code reads it. */
class IsolateBlob {
  constructor(
    private readonly bytes: Buffer,
    readonly type: string,
  ) {}

  get size(): number {
    return this.bytes.length;
  }

  text(): Promise<string> {
    return Promise.resolve(this.bytes.toString('utf8'));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(new Uint8Array(this.bytes).buffer);
  }
}

/** A body as stream code reads it; it has arrived whole by then. */
const asStream = (bytes: Buffer): AsyncIterable<Buffer> => ({
  async *[Symbol.asyncIterator]() {
    yield bytes;
  },
});

const parseOr = (text: string, fallback: unknown): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
};

const fromText = (text: string, contentType: string, responseType: ResponseType | undefined): unknown => {
  if (responseType === 'text' || responseType === 'document') return text;
  if (responseType === 'json' || JSON_CONTENT.test(contentType)) return parseOr(text, text);
  return UNTYPED_CONTENT.test(contentType) && /^\s*[[{]/.test(text) ? parseOr(text, text) : text;
};

/** Whether the host gives this kind of body as bytes rather than as text. */
export const wantsBytes = (responseType: ResponseType | undefined): boolean =>
  responseType === 'arraybuffer' || responseType === 'blob' || responseType === 'stream';

/** `response.data`: JSON by the content type or by request, else text or bytes. */
export const toResponseData = (
  body: string | ArrayBuffer | undefined,
  contentType: string,
  responseType: ResponseType | undefined,
): unknown => {
  if (typeof body === 'string') return fromText(body, contentType, responseType);
  const bytes = Buffer.from(body ?? new ArrayBuffer(0));
  if (responseType === 'blob') return new IsolateBlob(bytes, contentType);
  return responseType === 'stream' ? asStream(bytes) : bytes;
};
