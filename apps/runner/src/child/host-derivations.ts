import { createHash, hkdfSync, pbkdf2Sync, scryptSync } from 'node:crypto';
import { z } from 'zod';
import { DERIVATION_BOUNDS } from './derivation-bounds.js';
import { isDigest } from './host-digests.js';

const { iterations: MAX_ITERATIONS, scryptCost: MAX_COST } = DERIVATION_BOUNDS;
const MAX_MEMORY_BYTES = 96 * 1024 * 1024;
/** scrypt hashes its salt, and then its block, anew for each 32 bytes. */
const MAX_HASHED_BYTES = 128 * 1024 * 1024;
const HASH_BYTES = 32;
const MAX_KEY_BYTES = 64 * 1024;
const MAX_SALT_BYTES = 64 * 1024;

const wholeNumber = z.int().min(0);
const keyLength = z
  .int({ error: 'The length of the key must be a whole number of bytes.' })
  .min(0)
  .max(MAX_KEY_BYTES, `At most ${MAX_KEY_BYTES} bytes can be derived.`);
const specSchema = z.discriminatedUnion('method', [
  z.object({ method: z.literal('hkdf'), digest: z.string(), keyLength }),
  z.object({ method: z.literal('pbkdf2'), digest: z.string(), iterations: z.int().min(1), keyLength }),
  z.object({ method: z.literal('scrypt'), keyLength, N: wholeNumber, r: wholeNumber, p: wholeNumber }),
]);
type Spec = z.infer<typeof specSchema>;

interface Material {
  readonly secret: Uint8Array;
  readonly salt: Uint8Array;
  readonly info: Uint8Array;
}

/** Derives a key for the isolate's `crypto`. @returns its bytes, or what is wrong */
export const hostDerive = (
  spec: string,
  secret: ArrayBuffer,
  salt: ArrayBuffer,
  info: ArrayBuffer,
): ArrayBuffer | string => {
  const parsed = specSchema.safeParse(jsonOf(spec));
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'The key was asked for wrongly.';
  if (![secret, salt, info].every((part) => part instanceof ArrayBuffer)) return 'A key is derived of bytes.';
  if (salt.byteLength > MAX_SALT_BYTES) return `The salt may have ${MAX_SALT_BYTES} bytes.`;
  try {
    return derive(parsed.data, {
      secret: new Uint8Array(secret),
      salt: new Uint8Array(salt),
      info: new Uint8Array(info),
    });
  } catch (error) {
    // An error of the host would show its stack to the function.
    return error instanceof Error ? error.message : String(error);
  }
};

const derive = (spec: Spec, { secret, salt, info }: Material): ArrayBuffer | string => {
  const { keyLength } = spec;
  if (spec.method === 'scrypt') {
    const { N, r, p } = spec;
    if (N * r * p > MAX_COST)
      return `scrypt takes N * r * p up to ${MAX_COST} here, as all else waits for it; this is ${N * r * p}.`;
    const hashedBytes = (128 * r * p * (salt.length + keyLength)) / HASH_BYTES;
    if (hashedBytes > MAX_HASHED_BYTES)
      return `scrypt takes less salt, a shorter key or a smaller r * p here: it would hash ${Math.round(hashedBytes / 2 ** 20)} MiB.`;
    return exact(scryptSync(secret, salt, keyLength, { N, r, p, maxmem: MAX_MEMORY_BYTES }));
  }
  const { digest } = spec;
  if (!isDigest(digest)) return `The digest algorithm "${digest}" is not supported.`;
  if (spec.method === 'hkdf') return hkdfSync(digest, secret, salt, info, keyLength);
  const rounds = spec.iterations * Math.ceil(keyLength / createHash(digest).digest().length);
  if (rounds > MAX_ITERATIONS)
    return `pbkdf2 takes ${MAX_ITERATIONS} iterations here, for all blocks of the key together, as all else waits for it; these are ${rounds}. crypto.subtle.deriveBits takes 2000000 and holds nobody up.`;
  return exact(pbkdf2Sync(secret, salt, spec.iterations, keyLength, digest));
};

const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
