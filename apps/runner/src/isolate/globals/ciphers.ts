import { Buffer } from 'buffer/';
import type { HostFunctions } from '../host-functions.js';
import { exactBuffer } from './bytes.js';
import { encodeBytes, toBytes, type Data, type Encoding } from './crypto-data.js';
import { secretBytes, type KeyObject } from './key-objects.js';

/** The tag that what `-gcm` encrypts ends with. */
const TAG_BYTES = 16;
const AUTHENTICATED = /-gcm$/i;

/** What a cipher is made with. */
export interface CipherOptions {
  readonly algorithm: string;
  readonly isEncryption: boolean;
  readonly key: Data | KeyObject;
  readonly iv: Data | null | undefined;
}

/** Node's `Cipheriv` and `Decipheriv`: gathers the data, and gives all of the result at the end. */
export class Cipher {
  private readonly parts: Uint8Array[] = [];
  private additional: Uint8Array = new Uint8Array();
  private tag: Uint8Array | undefined;
  private padding = true;
  private isFinished = false;

  constructor(
    private readonly host: Pick<HostFunctions, 'cipher'>,
    private readonly options: CipherOptions,
  ) {}

  update(data: Data, inputEncoding?: Encoding, outputEncoding?: string): unknown {
    if (this.isFinished) throw new Error('The cipher has ended already.');
    this.parts.push(toBytes(data, inputEncoding).slice());
    return encodeBytes(Buffer.alloc(0), outputEncoding);
  }

  final(outputEncoding?: string): unknown {
    if (this.isFinished) throw new Error('The cipher has ended already.');
    this.isFinished = true;
    const { isEncryption } = this.options;
    const isAuthenticated = AUTHENTICATED.test(this.options.algorithm);
    const result = this.run(isAuthenticated && !isEncryption && this.tag ? [...this.parts, this.tag] : this.parts);
    if (!isAuthenticated || !isEncryption) return encodeBytes(result, outputEncoding);
    const end = result.length - TAG_BYTES;
    this.tag = result.subarray(end);
    return encodeBytes(Buffer.from(result.subarray(0, end)), outputEncoding);
  }

  setAAD(data: Data): this {
    this.additional = toBytes(data).slice();
    return this;
  }

  setAuthTag(tag: Data, encoding?: Encoding): this {
    this.tag = toBytes(tag, encoding).slice();
    if (this.tag.length !== TAG_BYTES) throw new TypeError(`The tag must have ${TAG_BYTES} bytes.`);
    return this;
  }

  getAuthTag(): Buffer {
    if (!this.tag || !this.isFinished) throw new Error('There is no tag before final() of an authenticated cipher.');
    return Buffer.from(this.tag);
  }

  setAutoPadding(padding = true): this {
    this.padding = padding;
    return this;
  }

  private run(parts: readonly Uint8Array[]): Buffer {
    const { algorithm, isEncryption, key, iv } = this.options;
    const result = this.host.cipher(
      JSON.stringify({ algorithm, isEncryption, padding: this.padding }),
      exactBuffer(secretBytes(key)),
      iv === null || iv === undefined ? undefined : exactBuffer(toBytes(iv)),
      exactBuffer(this.additional),
      exactBuffer(Buffer.concat([...parts])),
    );
    if (typeof result === 'string') throw new Error(result);
    return Buffer.from(result);
  }
}

/** `createCipheriv` and `createDecipheriv` of Node. */
export const createCiphers = (host: Pick<HostFunctions, 'cipher'>) => ({
  createCipheriv: (algorithm: string, key: Data | KeyObject, iv?: Data | null): Cipher =>
    new Cipher(host, { algorithm, isEncryption: true, key, iv }),
  createDecipheriv: (algorithm: string, key: Data | KeyObject, iv?: Data | null): Cipher =>
    new Cipher(host, { algorithm, isEncryption: false, key, iv }),
});
