import type { HostFunctions } from '../host-functions.js';
import { exactBuffer } from './bytes.js';
import { toBytes, type Data } from './crypto-data.js';
import type { Signer, SignatureSpec } from './signatures.js';

type AlgorithmName = string | { readonly name: string; readonly hash?: string | { readonly name: string } };
type KeyFormat = 'raw' | 'pkcs8' | 'spki' | 'jwk';
type Algorithm = { readonly name: string; readonly hash: string | undefined; readonly saltLength?: number };

const SIGNING = new Set(['HMAC', 'RSASSA-PKCS1-v1_5', 'RSA-PSS', 'ECDSA', 'Ed25519']);

const failure = (name: string, message: string): Error => Object.assign(new Error(message), { name });

const nameOf = (hash: string | { readonly name: string } | undefined): string | undefined =>
  typeof hash === 'object' ? hash.name : hash;

const algorithmOf = (algorithm: AlgorithmName): Algorithm => {
  const { name, hash, ...rest } = typeof algorithm === 'string' ? { name: algorithm } : { ...algorithm };
  const known = [...SIGNING].find((one) => one.toLowerCase() === String(name).toLowerCase());
  if (known === undefined) {
    const supported = [...SIGNING].join(', ');
    throw failure('NotSupportedError', `crypto.subtle does not know "${String(name)}" here; it knows ${supported}.`);
  }
  return { ...rest, name: known, hash: nameOf(hash) };
};

/** `SHA-256` of the web is `sha256` to OpenSSL. */
const opensslHash = (hash: string): string => hash.toLowerCase().replace('sha-', 'sha');

/** A key of WebCrypto. Its material stays with the object that imported it. */
class CryptoKey {
  constructor(
    readonly type: 'secret' | 'private' | 'public',
    readonly extractable: boolean,
    readonly algorithm: { readonly name: string; readonly hash?: { readonly name: string } },
    readonly usages: readonly string[],
  ) {}
}

interface Material {
  readonly bytes: ArrayBuffer;
  readonly format: SignatureSpec['format'];
}

/** `crypto.subtle`: digests, and signing and verifying with imported keys. */
export class Subtle {
  private readonly material = new WeakMap<CryptoKey, Material>();

  constructor(
    private readonly host: Pick<HostFunctions, 'digest'>,
    private readonly signer: Signer,
  ) {}

  readonly digest = async (algorithm: AlgorithmName, data: Data): Promise<ArrayBuffer> => {
    const name = String(typeof algorithm === 'string' ? algorithm : algorithm.name);
    const bytes = /^sha-(1|256|384|512)$/i.test(name) && this.host.digest(opensslHash(name), undefined, copyOf(data));
    if (!bytes) throw failure('NotSupportedError', `crypto.subtle has no digest "${name}".`);
    return bytes;
  };

  readonly importKey = async (
    format: KeyFormat,
    data: Data | Record<string, unknown>,
    algorithm: AlgorithmName,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<CryptoKey> => {
    const { name, hash } = algorithmOf(algorithm);
    const type = name === 'HMAC' ? 'secret' : isPrivate(format, data) ? 'private' : 'public';
    const key = new CryptoKey(type, extractable, { name, ...(hash && { hash: { name: hash } }) }, [...usages]);
    this.material.set(key, materialOf(format, data, name));
    return key;
  };

  readonly sign = async (algorithm: AlgorithmName, key: CryptoKey, data: Data): Promise<ArrayBuffer> => {
    const { bytes, format } = this.open(key, 'sign');
    if (key.type === 'secret') return this.hmac(key, bytes, data);
    return exactBuffer(this.signer.sign(specOf(algorithm, key, format), bytes, toBytes(data)));
  };

  readonly verify = async (algorithm: AlgorithmName, key: CryptoKey, signature: Data, data: Data): Promise<boolean> => {
    const { bytes, format } = this.open(key, 'verify');
    if (key.type !== 'secret')
      return this.signer.verify(specOf(algorithm, key, format), bytes, toBytes(signature), toBytes(data));
    return isSame(new Uint8Array(this.hmac(key, bytes, data)), toBytes(signature));
  };

  private hmac({ algorithm }: CryptoKey, key: ArrayBuffer, data: Data): ArrayBuffer {
    const bytes = this.host.digest(opensslHash(algorithm.hash?.name ?? ''), key, copyOf(data));
    if (!bytes) throw failure('NotSupportedError', `HMAC needs a known "hash"; this is "${algorithm.hash?.name}".`);
    return bytes;
  }

  private open(key: CryptoKey, usage: 'sign' | 'verify'): Material {
    const material = this.material.get(key);
    if (!material) throw new TypeError('The key must be one that crypto.subtle.importKey gave.');
    if (!key.usages.includes(usage)) throw failure('InvalidAccessError', `The key was not imported for "${usage}".`);
    return material;
  }
}

const copyOf = (data: Data): ArrayBuffer => exactBuffer(toBytes(data));

const isPrivate = (format: KeyFormat, data: object | string): boolean =>
  format === 'pkcs8' || (format === 'jwk' && 'd' in Object(data));

const materialOf = (format: KeyFormat, data: Data | Record<string, unknown>, name: string): Material => {
  if (format !== 'jwk') return { bytes: copyOf(data as Data), format: 'der' };
  if (name !== 'HMAC') return { bytes: copyOf(JSON.stringify(data)), format };
  return { bytes: exactBuffer(toBytes(Reflect.get(Object(data), 'k'), 'base64url')), format };
};

/** The hash belongs to the key with RSA and to the call with ECDSA. */
const specOf = (algorithm: AlgorithmName, key: CryptoKey, format: SignatureSpec['format']): SignatureSpec => {
  const { hash, saltLength } = algorithmOf(algorithm);
  const { name } = key.algorithm;
  const used = name === 'ECDSA' ? hash : key.algorithm.hash?.name;
  return {
    hash: used === undefined ? null : opensslHash(used),
    format,
    ...(name === 'RSA-PSS' && { saltLength: saltLength ?? 0 }),
    ...(name === 'ECDSA' && { dsaEncoding: 'ieee-p1363' }),
  };
};

const isSame = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length &&
  left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0;
