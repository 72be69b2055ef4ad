import { createCipheriv, createDecipheriv, getCiphers, type CipherGCMTypes } from 'node:crypto';
import { z } from 'zod';

const TAG_BYTES = 16;

const specSchema = z.object({
  algorithm: z.string().max(50),
  isEncryption: z.boolean(),
  /** Whether the last block is filled up. */
  padding: z.boolean(),
});

const ALGORITHMS = new Set(getCiphers());
/** Ciphers that also make sure that nobody changed what they encrypted. */
const isAuthenticated = (name: string): name is CipherGCMTypes => name.endsWith('-gcm');
/** Those that need to know lengths before the data, and what only wraps keys. */
const UNSUPPORTED = /-(ccm|ocb|siv|wrap|wrap-pad)$|^chacha20-poly1305$/;

/** Encrypts or decrypts for the isolate's `crypto`. @returns the bytes with the tag at the end, or what is wrong */
export const hostCipher = (
  specText: string,
  key: ArrayBuffer,
  iv: ArrayBuffer | undefined,
  additional: ArrayBuffer,
  data: ArrayBuffer,
): ArrayBuffer | string => {
  try {
    const { algorithm, isEncryption, padding } = specSchema.parse(JSON.parse(specText));
    const name = algorithm.toLowerCase();
    if (!ALGORITHMS.has(name) || UNSUPPORTED.test(name)) return `The cipher "${algorithm}" is not supported.`;
    const work = { isEncryption, key, iv, data };
    return isAuthenticated(name) ? authenticated({ ...work, name, additional }) : plain({ ...work, name, padding });
  } catch (error) {
    // An error of the host would show its stack to the function.
    return error instanceof z.ZodError ? 'The cipher was asked for wrongly.' : String(error);
  }
};

interface Work {
  readonly isEncryption: boolean;
  readonly key: ArrayBuffer;
  readonly iv: ArrayBuffer | undefined;
  readonly data: ArrayBuffer;
}

const ivOf = ({ iv }: Work): Uint8Array | null => (iv === undefined ? null : new Uint8Array(iv));

const plain = (work: Work & { readonly name: string; readonly padding: boolean }): ArrayBuffer => {
  const create = work.isEncryption ? createCipheriv : createDecipheriv;
  const cipher = create(work.name, new Uint8Array(work.key), ivOf(work)).setAutoPadding(work.padding);
  return joined(cipher.update(new Uint8Array(work.data)), cipher.final());
};

const authenticated = (
  work: Work & { readonly name: CipherGCMTypes; readonly additional: ArrayBuffer },
): ArrayBuffer => {
  const options = { authTagLength: TAG_BYTES };
  const [key, iv, data] = [new Uint8Array(work.key), ivOf(work) ?? new Uint8Array(), new Uint8Array(work.data)];
  const additional = new Uint8Array(work.additional);
  if (work.isEncryption) {
    const cipher = createCipheriv(work.name, key, iv, options).setAAD(additional);
    return joined(cipher.update(data), cipher.final(), cipher.getAuthTag());
  }
  const end = data.length - TAG_BYTES;
  if (end < 0) throw new Error('The text has no tag of 16 bytes: call setAuthTag.');
  const decipher = createDecipheriv(work.name, key, iv, options).setAAD(additional).setAuthTag(data.subarray(end));
  return joined(decipher.update(data.subarray(0, end)), decipher.final());
};

/** In a buffer of its own, with nothing else in it. */
const joined = (...parts: readonly Uint8Array[]): ArrayBuffer => new Uint8Array(Buffer.concat(parts)).buffer;
