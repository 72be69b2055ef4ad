import { Buffer } from 'buffer/';
import { bytesOf } from './bytes.js';

const UTF8_LABELS = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8']);
const LATIN1_LABELS = new Set(['latin1', 'iso-8859-1', 'ascii', 'us-ascii', 'windows-1252']);
const UTF16_LABELS = new Set(['utf-16le', 'utf-16', 'ucs-2']);

const encodingOf = (label: string): 'utf8' | 'latin1' | 'utf16le' => {
  const name = label.trim().toLowerCase();
  if (UTF8_LABELS.has(name)) return 'utf8';
  if (LATIN1_LABELS.has(name)) return 'latin1';
  if (UTF16_LABELS.has(name)) return 'utf16le';
  throw new RangeError(`The encoding "${label}" is not supported: use utf-8, latin1 or utf-16le.`);
};

/** Bytes at the end that begin a character whose rest has not come yet. */
const incompleteTail = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
};

/** `TextEncoder` of the web. */
export class IsolateTextEncoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array {
    const bytes = Buffer.from(String(text), 'utf8');
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice();
  }

  encodeInto(text: string, target: Uint8Array): { read: number; written: number } {
    let read = 0;
    let written = 0;
    for (const character of text) {
      const bytes = Buffer.from(character, 'utf8');
      if (written + bytes.length > target.length) break;
      target.set(bytes, written);
      written += bytes.length;
      read += character.length;
    }
    return { read, written };
  }
}

/** `TextDecoder` of the web for the encodings that APIs use. */
export class IsolateTextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  private tail = new Uint8Array(0);
  private atStart = true;

  constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
    encodingOf(label);
    this.encoding = label.toLowerCase() === 'utf8' ? 'utf-8' : label.toLowerCase();
    this.fatal = fatal;
    this.ignoreBOM = ignoreBOM;
  }

  decode(input?: ArrayBuffer | ArrayBufferView, { stream = false } = {}): string {
    const bytes = Buffer.concat([this.tail, input === undefined ? new Uint8Array(0) : bytesOf(input)]);
    const encoding = encodingOf(this.encoding);
    const keep = stream && encoding === 'utf8' ? incompleteTail(bytes) : 0;
    this.tail = new Uint8Array(bytes.subarray(bytes.length - keep));
    const complete = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length - keep);
    const text = complete.toString(encoding);
    if (this.fatal && encoding === 'utf8' && !Buffer.from(text, 'utf8').equals(complete)) {
      throw new TypeError('The encoded data was not valid utf-8.');
    }
    const withoutMark = this.atStart && !this.ignoreBOM && text.startsWith('\uFEFF') ? text.slice(1) : text;
    this.atStart = !stream || (this.atStart && text === '');
    return withoutMark;
  }
}
