import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** An RSA key of 16,384 bits is shorter. What is larger only takes time. */
const MAX_KEY_BYTES = 32 * 1024;

const specSchema = z.object({
  /** Null where the kind of key decides, as with Ed25519. */
  hash: z.string().max(50).nullable(),
  format: z.enum(['pem', 'der', 'jwk']),
  passphrase: z.string().max(1000).optional(),
  dsaEncoding: z.enum(['der', 'ieee-p1363']).optional(),
});
type Spec = z.infer<typeof specSchema>;

const readKey = (kind: 'private' | 'public', { format, passphrase }: Spec, bytes: ArrayBuffer): KeyObject => {
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength > MAX_KEY_BYTES) throw new TypeError('the key is too long');
  const buffer = Buffer.from(bytes);
  const create = kind === 'private' ? createPrivateKey : createPublicKey;
  if (format === 'jwk') return create({ key: JSON.parse(buffer.toString('utf8')), format });
  if (format === 'pem') return create({ key: buffer, format, ...(passphrase !== undefined && { passphrase }) });
  if (kind === 'private') return createPrivateKey({ key: buffer, format, type: 'pkcs8' });
  return createPublicKey({ key: buffer, format, type: 'spki' });
};

const optionsOf = ({ dsaEncoding }: Spec) => ({ ...(dsaEncoding && { dsaEncoding }) });

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
