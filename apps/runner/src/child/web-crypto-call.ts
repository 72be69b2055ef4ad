import type { webcrypto } from 'node:crypto';
import { z } from 'zod';

/** What the isolate sends is bounded by its own memory; this is for code that got around it. */
const MAX_BYTES = 64 * 1024 * 1024;
/** An RSA key of 16,384 bits is shorter, also as JWK. What is larger only takes time. */
const MAX_KEY_BYTES = 32 * 1024;
const MAX_CALL_LENGTH = MAX_KEY_BYTES;

/** Work that nothing can break off, once begun, has to end soon. Other numbers are lengths in bits or bytes. */
const MAX_NUMBERS: Readonly<Record<string, number>> = { iterations: 2_000_000, modulusLength: 4096 };
const MAX_NUMBER = 65_536;
const PUBLIC_EXPONENTS = new Set(['03', '010001']);

const ALGORITHMS =
  /^(AES-(CBC|GCM|CTR|KW)|HMAC|SHA-(1|256|384|512)|RSASSA-PKCS1-v1_5|RSA-PSS|RSA-OAEP|ECDSA|ECDH|Ed25519|X25519|PBKDF2|HKDF)$/i;

const METHODS =
  /^(digest|encrypt|decrypt|sign|verify|generateKey|importKey|exportKey|deriveBits|deriveKey|wrapKey|unwrapKey)$/;

/** Where a call names algorithms; `importKey` has one beside the key's data. */
const ALGORITHM_PLACES: Readonly<Record<string, readonly number[]>> = {
  importKey: [2],
  exportKey: [],
  deriveKey: [0, 2],
  wrapKey: [3],
  unwrapKey: [3, 4],
};

const callSchema = z.object({ method: z.string().regex(METHODS), args: z.array(z.unknown()).max(7) });
const bytesSchema = z.strictObject({ bytes: z.tuple([z.int().min(0), z.int().min(0)]) });
const keySchema = z.strictObject({ key: z.int() });
const listSchema = z.strictObject({ list: z.array(z.unknown()) });
const objectSchema = z.strictObject({ object: z.record(z.string(), z.unknown()) });

/**
 * Reads a call of `crypto.subtle` as the isolate wrote it.
 * @throws {Error} with the name that WebCrypto gives such an error, for what it is not let through
 */
export const readWebCryptoCall = (
  text: string,
  bytes: unknown,
  keys: ReadonlyMap<number, webcrypto.CryptoKey>,
): { readonly method: string; readonly args: readonly unknown[] } => {
  const data = bytes instanceof ArrayBuffer ? bytes : new ArrayBuffer(0);
  if (String(text).length > MAX_CALL_LENGTH || data.byteLength > MAX_BYTES)
    throw failure('OperationError', `crypto.subtle takes at most ${MAX_BYTES} bytes in one call.`);
  const parsed = callSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new TypeError('crypto.subtle was called wrongly.');
  const { method } = parsed.data;
  const args = parsed.data.args.map((arg) => read(arg, '', { data, keys }));
  for (const place of ALGORITHM_PLACES[method] ?? [0]) checkAlgorithm(args[place]);
  if (method === 'importKey' && args[1] instanceof Uint8Array && args[1].byteLength > MAX_KEY_BYTES)
    throw failure('DataError', 'The key is too long.');
  return { method, args };
};

interface Sources {
  readonly data: ArrayBuffer;
  readonly keys: ReadonlyMap<number, webcrypto.CryptoKey>;
}

const read = (wire: unknown, name: string, sources: Sources): unknown => {
  if (typeof wire === 'number') return boundedNumber(wire, name);
  if (wire === null) return undefined;
  if (typeof wire !== 'object') return wire;
  const bytes = bytesSchema.safeParse(wire).data?.bytes;
  if (bytes) return boundedBytes(new Uint8Array(sources.data, ...bytes), name);
  const id = keySchema.safeParse(wire).data?.key;
  if (id !== undefined) return keyOf(id, sources);
  const list = listSchema.safeParse(wire).data?.list;
  if (list) return list.map((entry) => read(entry, name, sources));
  const { object } = objectSchema.parse(wire);
  return Object.fromEntries(Object.entries(object).map(([key, entry]) => [key, read(entry, key, sources)]));
};

const keyOf = (id: number, { keys }: Sources): webcrypto.CryptoKey => {
  const key = keys.get(id);
  if (!key) throw new TypeError('The key must be one that crypto.subtle gave in this run.');
  return key;
};

const boundedNumber = (value: number, name: string): number => {
  const max = MAX_NUMBERS[name] ?? MAX_NUMBER;
  if (value >= 0 && value <= max) return value;
  throw failure('OperationError', `crypto.subtle takes ${name || 'a number'} up to ${max}; this is ${value}.`);
};

const boundedBytes = (bytes: Uint8Array, name: string): Uint8Array => {
  if (name !== 'publicExponent' || PUBLIC_EXPONENTS.has(Buffer.from(bytes).toString('hex'))) return bytes;
  throw failure('OperationError', 'crypto.subtle takes 3 or 65537 as the public exponent.');
};

const checkAlgorithm = (algorithm: unknown): void => {
  const name: unknown =
    typeof algorithm === 'object' && algorithm !== null ? Reflect.get(algorithm, 'name') : algorithm;
  if (!ALGORITHMS.test(String(name)))
    throw failure('NotSupportedError', `crypto.subtle does not know "${String(name)}" here.`);
};

const failure = (name: string, message: string): Error => Object.assign(new Error(message), { name });
