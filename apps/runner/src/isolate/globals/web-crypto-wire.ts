import { bytesOf, isBytes } from './bytes.js';

/** A value of WebCrypto as text can carry it: bytes travel beside it, keys stay with the host. */
export type WireValue =
  | null
  | boolean
  | number
  | string
  | { readonly bytes: readonly [offset: number, length: number] }
  | { readonly key: number }
  | { readonly list: readonly WireValue[] }
  | { readonly object: Readonly<Record<string, WireValue>> };

/** A call of `crypto.subtle` on its way to the host. */
export interface WebCryptoCall {
  readonly method: string;
  readonly args: readonly WireValue[];
}

/** What the host tells of a key; its material never leaves the host, but by `exportKey`. */
export interface WireKey {
  readonly id: number;
  readonly type: 'secret' | 'private' | 'public';
  readonly extractable: boolean;
  /** A public exponent is a list of its bytes. */
  readonly algorithm: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly usages: readonly string[];
}

/** What the host answers. Bytes come beside it. */
export type WebCryptoAnswer =
  | { readonly kind: 'bytes' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'key'; readonly key: WireKey }
  | { readonly kind: 'pair'; readonly publicKey: WireKey; readonly privateKey: WireKey }
  | { readonly kind: 'error'; readonly name: string; readonly message: string };

/** Writes the arguments of a call; what they hold of bytes is gathered. */
export class WireWriter {
  private readonly parts: Uint8Array[] = [];
  private length = 0;

  constructor(private readonly idOf: (value: object) => number | undefined) {}

  write(value: unknown): WireValue {
    if (value === undefined || value === null) return null;
    if (isBytes(value)) return { bytes: this.add(bytesOf(value)) };
    if (Array.isArray(value)) return { list: value.map((entry: unknown) => this.write(entry)) };
    if (typeof value === 'object') return this.writeObject(value);
    if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string') return value;
    throw new TypeError(`crypto.subtle takes no ${typeof value}.`);
  }

  /** Everything that was gathered. */
  get bytes(): ArrayBuffer {
    const all = new Uint8Array(this.length);
    let offset = 0;
    for (const part of this.parts) {
      all.set(part, offset);
      offset += part.length;
    }
    return all.buffer;
  }

  private writeObject(value: object): WireValue {
    const key = this.idOf(value);
    if (key !== undefined) return { key };
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return { object: Object.fromEntries(entries.map(([name, entry]) => [name, this.write(entry)])) };
  }

  private add(part: Uint8Array): [number, number] {
    const offset = this.length;
    this.parts.push(part);
    this.length += part.length;
    return [offset, part.length];
  }
}
