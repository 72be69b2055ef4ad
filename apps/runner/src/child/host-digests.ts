import { createHash, createHmac, getHashes, randomBytes } from 'node:crypto';

const ALGORITHMS = new Set(getHashes().map((name) => name.toLowerCase()));

/** Whether there is such a digest, in whatever case its name is written. */
export const isDigest = (name: string): boolean => ALGORITHMS.has(name.toLowerCase());

/** The isolate asks for no more; this is for code that got around it, as the memory is the host's. */
const MAX_RANDOM_BYTES = 1024 * 1024;

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => {
  const copy = new ArrayBuffer(bytes.byteLength);
  bytes.copy(new Uint8Array(copy));
  return copy;
};

export const hostRandomBytes = (size: number): ArrayBuffer => {
  if (size > MAX_RANDOM_BYTES) throw new RangeError(`At most ${MAX_RANDOM_BYTES} random bytes at once.`);
  return toArrayBuffer(randomBytes(size));
};

/** Hash, or HMAC where there is a key, for the isolate's `crypto`; undefined for an unknown algorithm. */
export const hostDigest = (
  algorithm: string,
  key: ArrayBuffer | undefined,
  data: ArrayBuffer,
): ArrayBuffer | undefined => {
  const name = String(algorithm).toLowerCase();
  if (!ALGORITHMS.has(name)) return undefined;
  // A number would be a length to allocate.
  if (!(data instanceof ArrayBuffer) || (key !== undefined && !(key instanceof ArrayBuffer))) return undefined;
  const digest = key === undefined ? createHash(name) : createHmac(name, new Uint8Array(key));
  return toArrayBuffer(digest.update(new Uint8Array(data)).digest());
};
