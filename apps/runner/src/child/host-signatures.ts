import { sign, verify } from 'node:crypto';
import { z } from 'zod';
import { keySourceSchema, readKey } from './host-keys.js';

const specSchema = keySourceSchema.extend({
  /** Null where the kind of key decides, as with Ed25519. */
  hash: z.string().max(50).nullable(),
  dsaEncoding: z.enum(['der', 'ieee-p1363']).optional(),
  /** Constants of Node. */
  padding: z.int().optional(),
  saltLength: z.int().max(1024).optional(),
});
type Spec = z.infer<typeof specSchema>;

const optionsOf = ({ dsaEncoding, padding, saltLength }: Spec) => ({
  ...(dsaEncoding && { dsaEncoding }),
  ...(padding !== undefined && { padding }),
  ...(saltLength !== undefined && { saltLength }),
});

/** The answer, or why there is none: an error of the host would show its stack to the function. */
const attempt = <T>(work: () => T): T | string => {
  try {
    return work();
  } catch (error) {
    return error instanceof z.ZodError ? 'The signature was asked for wrongly.' : String(error);
  }
};

/** Signs for the isolate's `crypto`. @returns the signature, or what is wrong */
export const hostSign = (spec: string, key: ArrayBuffer, data: ArrayBuffer): ArrayBuffer | string =>
  attempt(() => {
    const parsed = specSchema.parse(JSON.parse(spec));
    const privateKey = readKey('private', parsed, key);
    const signature = sign(parsed.hash, new Uint8Array(data), { key: privateKey, ...optionsOf(parsed) });
    return new Uint8Array(signature).buffer;
  });

/** Verifies for the isolate's `crypto`. @returns whether the signature is right, or what is wrong */
export const hostVerify = (
  spec: string,
  key: ArrayBuffer,
  signature: ArrayBuffer,
  data: ArrayBuffer,
): boolean | string =>
  attempt(() => {
    const parsed = specSchema.parse(JSON.parse(spec));
    const publicKey = readKey('public', parsed, key);
    return verify(
      parsed.hash,
      new Uint8Array(data),
      { key: publicKey, ...optionsOf(parsed) },
      new Uint8Array(signature),
    );
  });
