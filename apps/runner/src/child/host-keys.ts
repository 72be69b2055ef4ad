import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { checkLockedKey } from './check-locked-key.js';

/** An RSA key of 16,384 bits is shorter. What is larger only takes time. */
const MAX_KEY_BYTES = 32 * 1024;

/** How to read a key; the same wherever the isolate names one. */
export const keySourceSchema = z.object({
  format: z.enum(['pem', 'der', 'jwk']),
  /** Of DER: PKCS#8 or SPKI when missing. */
  type: z.enum(['pkcs1', 'pkcs8', 'sec1', 'spki']).optional(),
  passphrase: z.string().max(1000).optional(),
});
type KeySource = z.infer<typeof keySourceSchema>;

/** @throws {Error} where the text is no such key. */
export const readKey = (kind: 'private' | 'public', source: KeySource, bytes: ArrayBuffer): KeyObject => {
  if (!(bytes instanceof ArrayBuffer) || bytes.byteLength > MAX_KEY_BYTES) throw new TypeError('the key is too long');
  const { format, type, passphrase } = source;
  const buffer = Buffer.from(bytes);
  const create = kind === 'private' ? createPrivateKey : createPublicKey;
  if (format === 'jwk') return create({ key: JSON.parse(buffer.toString('utf8')), format });
  if (passphrase !== undefined) checkLockedKey(format, buffer);
  const secret = { ...(passphrase !== undefined && { passphrase }) };
  if (format === 'pem') return create({ key: buffer, format, ...secret });
  if (kind === 'private')
    return createPrivateKey({ key: buffer, format, type: type === 'spki' ? 'pkcs8' : (type ?? 'pkcs8'), ...secret });
  // A private key stands for its public one too, as it does in Node.
  if (type === 'pkcs8' || type === 'sec1')
    return createPublicKey(createPrivateKey({ key: buffer, format, type, ...secret }));
  return createPublicKey({ key: buffer, format, type: type === 'pkcs1' ? type : 'spki' });
};

const specSchema = z.object({
  source: keySourceSchema.extend({ kind: z.enum(['private', 'public']) }),
  /** What is wanted of it: a public key can be had of a private one. */
  kind: z.enum(['private', 'public']),
  /** `details` is JSON of what the key says of itself. */
  format: z.enum(['pem', 'der', 'jwk', 'details']),
  type: z.enum(['pkcs1', 'pkcs8', 'sec1', 'spki']).optional(),
  cipher: z.string().max(50).optional(),
  passphrase: z.string().max(1000).optional(),
});
type Spec = z.infer<typeof specSchema>;

/** Reads a key for the isolate's `crypto` and writes it as `spec` says. @returns its bytes, or what is wrong */
export const hostKey = (spec: string, bytes: ArrayBuffer): ArrayBuffer | string => {
  try {
    const parsed = specSchema.parse(JSON.parse(spec));
    const key = readKey(parsed.source.kind, parsed.source, bytes);
    const written = write(parsed.kind === key.type ? key : createPublicKey(key), parsed);
    return new Uint8Array(Buffer.from(written)).buffer;
  } catch (error) {
    // An error of the host would show its stack to the function.
    return error instanceof z.ZodError ? 'The key was asked for wrongly.' : String(error);
  }
};

const write = (key: KeyObject, { format, type, cipher, passphrase }: Spec): string | Buffer => {
  if (format === 'details') return detailsOf(key);
  if (format === 'jwk') return JSON.stringify(key.export({ format }));
  const encryption = cipher === undefined ? {} : { cipher, passphrase: passphrase ?? '' };
  const options = { type: typeOf(key, type), ...(key.type === 'private' && encryption) };
  return format === 'pem' ? key.export({ ...options, format }) : key.export({ ...options, format });
};

const typeOf = (key: KeyObject, type: Spec['type']): NonNullable<Spec['type']> => {
  if (key.type === 'public') return type === 'pkcs1' ? type : 'spki';
  return type === undefined || type === 'spki' ? 'pkcs8' : type;
};

const detailsOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string =>
  JSON.stringify({ type, details }, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
