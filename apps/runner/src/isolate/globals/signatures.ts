import { Buffer } from 'buffer/';
import type { HostFunctions } from '../host-functions.js';
import { exactBuffer } from './bytes.js';
import { encodeBytes, toBytes, type Data, type Encoding } from './crypto-data.js';
import { writeKey, type Key, type KeySource } from './key-objects.js';

/** How the host reads a key and signs with it. */
export interface SignatureSpec extends KeySource {
  readonly hash: string | null;
  readonly dsaEncoding?: 'der' | 'ieee-p1363' | undefined;
  readonly padding?: number | undefined;
  readonly saltLength?: number | undefined;
}
type SigningKey = Key & Partial<Pick<SignatureSpec, 'dsaEncoding' | 'padding' | 'saltLength'>>;

/** Numbers that Node gives `padding` and `saltLength`. */
const constants = {
  RSA_PKCS1_PADDING: 1,
  RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1,
  RSA_PSS_SALTLEN_AUTO: -2,
  RSA_PSS_SALTLEN_MAX_SIGN: -2,
};

const readKey = (
  key: SigningKey,
  hash: string | null,
): { readonly spec: SignatureSpec; readonly bytes: ArrayBuffer } => {
  const { source, bytes } = writeKey(key);
  const { dsaEncoding, padding, saltLength } = key;
  return { spec: { hash, ...source, dsaEncoding, padding, saltLength }, bytes };
};

/** Answers of the host are values; what is wrong comes as text. */
export const createSigner = (host: Pick<HostFunctions, 'sign' | 'verify'>) => ({
  sign: (spec: SignatureSpec, key: ArrayBuffer, data: Uint8Array): Buffer => {
    const signature = host.sign(JSON.stringify(spec), key, exactBuffer(data));
    if (typeof signature === 'string') throw new Error(signature);
    return Buffer.from(signature);
  },
  verify: (spec: SignatureSpec, key: ArrayBuffer, signature: Uint8Array, data: Uint8Array): boolean => {
    const isRight = host.verify(JSON.stringify(spec), key, exactBuffer(signature), exactBuffer(data));
    if (typeof isRight === 'string') throw new Error(isRight);
    return isRight;
  },
});
export type Signer = ReturnType<typeof createSigner>;

/** Gathers the data; the host signs or verifies at the end. */
export class Gathering {
  private readonly parts: Uint8Array[] = [];

  constructor(
    protected readonly signer: Signer,
    protected readonly algorithm: string,
  ) {}

  update(data: Data, encoding?: Encoding): this {
    this.parts.push(toBytes(data, encoding).slice());
    return this;
  }

  end(): this {
    return this;
  }

  protected get data(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/** Node's `Sign`. */
export class Sign extends Gathering {
  sign(key: SigningKey, encoding?: string): unknown {
    const { spec, bytes } = readKey(key, this.algorithm);
    return encodeBytes(this.signer.sign(spec, bytes, this.data), encoding);
  }
}

/** Node's `Verify`. */
export class Verify extends Gathering {
  verify(key: SigningKey, signature: Data, encoding?: Encoding): boolean {
    const { spec, bytes } = readKey(key, this.algorithm);
    return this.signer.verify(spec, bytes, toBytes(signature, encoding), this.data);
  }
}

/** `createSign`, `createVerify`, `sign` and `verify` of Node. */
export const createNodeSignatures = (signer: Signer) => ({
  constants,
  createSign: (algorithm: string): Sign => new Sign(signer, algorithm),
  createVerify: (algorithm: string): Verify => new Verify(signer, algorithm),
  sign: (algorithm: string | null | undefined, data: Data, key: SigningKey): Buffer => {
    const { spec, bytes } = readKey(key, algorithm ?? null);
    return signer.sign(spec, bytes, toBytes(data));
  },
  verify: (algorithm: string | null | undefined, data: Data, key: SigningKey, signature: Data): boolean => {
    const { spec, bytes } = readKey(key, algorithm ?? null);
    return signer.verify(spec, bytes, toBytes(signature), toBytes(data));
  },
});
