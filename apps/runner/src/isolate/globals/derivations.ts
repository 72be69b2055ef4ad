import { Buffer } from 'buffer/';
import type { HostFunctions } from '../host-functions.js';
import { exactBuffer } from './bytes.js';
import { toBytes, type Data } from './crypto-data.js';
import { secretBytes, type KeyObject } from './key-objects.js';

/** Node's names of them and OpenSSL's. */
export interface ScryptOptions {
  readonly N?: number;
  readonly r?: number;
  readonly p?: number;
  readonly cost?: number;
  readonly blockSize?: number;
  readonly parallelization?: number;
}
type Callback = (error: unknown, key?: unknown) => void;

/** The last argument is told how a call ended, later. */
const withCallback =
  (derive: (...args: never[]) => unknown) =>
  (...args: unknown[]): void => {
    const callback = args.pop() as Callback;
    if (typeof callback !== 'function') throw new TypeError('The last argument must be a callback.');
    void Promise.resolve()
      .then(() => derive(...(args as never[])))
      .then(
        (key) => callback(null, key),
        (error: unknown) => callback(error),
      );
  };

/** `pbkdf2Sync`, `scryptSync`, `hkdfSync` of Node, and those with a callback. The host bounds what they cost. */
export const createDerivations = (host: Pick<HostFunctions, 'derive'>) => {
  const derive = (spec: object, secret: Data | KeyObject, salt: Data | KeyObject, info: Data = ''): ArrayBuffer => {
    const [key, salted] = [exactBuffer(secretBytes(secret)), exactBuffer(secretBytes(salt))];
    const bytes = host.derive(JSON.stringify(spec), key, salted, exactBuffer(toBytes(info)));
    if (typeof bytes === 'string') throw new RangeError(bytes);
    return bytes;
  };
  const hkdfSync = (digest: string, secret: Data | KeyObject, salt: Data, info: Data, keyLength: number) =>
    derive({ method: 'hkdf', digest, keyLength }, secret, salt, info);
  const pbkdf2Sync = (secret: Data, salt: Data, iterations: number, keyLength: number, digest: string): Buffer =>
    Buffer.from(derive({ method: 'pbkdf2', digest, iterations, keyLength }, secret, salt));
  const scryptSync = (secret: Data, salt: Data, keyLength: number, options: ScryptOptions = {}): Buffer => {
    const { cost = 16_384, blockSize = 8, parallelization = 1 } = options;
    const { N = cost, r = blockSize, p = parallelization } = options;
    return Buffer.from(derive({ method: 'scrypt', keyLength, N, r, p }, secret, salt));
  };
  return {
    hkdfSync,
    pbkdf2Sync,
    scryptSync,
    hkdf: withCallback(hkdfSync),
    pbkdf2: withCallback(pbkdf2Sync),
    scrypt: withCallback(scryptSync),
  };
};
