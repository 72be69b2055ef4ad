import { Buffer } from 'buffer/';
import type { Bridge } from '../bridge.js';
import type { HostFunctions } from '../host-functions.js';
import { bytesOf, exactBuffer } from './bytes.js';
import { createCiphers } from './ciphers.js';
import { encodeBytes, toBytes, type Data, type Encoding } from './crypto-data.js';
import { createDerivations } from './derivations.js';
import { createKeyObjects, secretBytes, type KeyObject } from './key-objects.js';
import { createNodeSignatures, createSigner } from './signatures.js';
import { createSubtle } from './subtle.js';

const MAX_RANDOM_BYTES = 1024 * 1024;
const MAX_RANDOM_RANGE = 2 ** 48;

/** Node's `Hash` and `Hmac`: gathers the data, the host digests it at the end. */
class Digest {
  private readonly parts: Uint8Array[] = [];
  private finished = false;

  constructor(
    private readonly host: HostFunctions,
    private readonly algorithm: string,
    private readonly key: Uint8Array | undefined,
  ) {}

  update(data: Data, encoding?: Encoding): this {
    if (this.finished) throw new Error('The digest was taken already.');
    this.parts.push(toBytes(data, encoding).slice());
    return this;
  }

  digest(encoding?: string): unknown {
    if (this.finished) throw new Error('The digest was taken already.');
    this.finished = true;
    const key = this.key && exactBuffer(this.key);
    const bytes = this.host.digest(this.algorithm, key, exactBuffer(Buffer.concat(this.parts)));
    if (!bytes) throw new Error(`The digest algorithm "${this.algorithm}" is not supported.`);
    return encodeBytes(Buffer.from(bytes), encoding);
  }
}

const timingSafeEqual = (left: Data, right: Data): boolean => {
  const [a, b] = [toBytes(left), toBytes(right)];
  if (a.length !== b.length) throw new RangeError('timingSafeEqual needs two values of the same length.');
  return a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;
};

/** What `require('crypto')` gives, and a part of it as the global `crypto`. */
export const createCryptoModule = (host: HostFunctions, bridge: Bridge) => {
  const randomBytes = (size: number): Buffer => {
    if (!Number.isInteger(size) || size < 0 || size > MAX_RANDOM_BYTES) {
      throw new RangeError(`randomBytes gives 0 to ${MAX_RANDOM_BYTES} bytes; ${size} were asked for.`);
    }
    return Buffer.from(host.randomBytes(size));
  };
  const randomUUID = (): string => {
    const bytes = randomBytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  /** A whole number from `min`, or 0, up to but without `max`. */
  const randomInt = (...bounds: number[]): number => {
    const [min = 0, max = 0] = bounds.length > 1 ? bounds : [0, ...bounds];
    const range = max - min;
    if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || range <= 0 || range > MAX_RANDOM_RANGE)
      throw new RangeError('randomInt needs whole numbers, the second above the first and less than 2 ** 48 away.');
    const limit = MAX_RANDOM_RANGE - (MAX_RANDOM_RANGE % range);
    for (;;) {
      const value = randomBytes(6).readUIntBE(0, 6);
      if (value < limit) return min + (value % range);
    }
  };
  const getRandomValues = <T extends ArrayBufferView>(target: T): T => {
    bytesOf(target).set(randomBytes(target.byteLength));
    return target;
  };
  const createHash = (algorithm: string): Digest => new Digest(host, algorithm, undefined);
  const createHmac = (algorithm: string, key: Data | KeyObject): Digest =>
    new Digest(host, algorithm, secretBytes(key).slice());
  const subtle = createSubtle(bridge);
  const webcrypto = { getRandomValues, randomUUID, subtle };
  return {
    ...createNodeSignatures(createSigner(host)),
    ...createCiphers(host),
    ...createKeyObjects(host),
    ...createDerivations(host),
    createHash,
    createHmac,
    randomBytes,
    randomInt,
    randomUUID,
    timingSafeEqual,
    getRandomValues,
    subtle,
    webcrypto,
  };
};
