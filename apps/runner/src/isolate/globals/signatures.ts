import { Buffer } from 'buffer/';
import type { HostFunctions } from '../host-functions.js';
import { exactBuffer, isBytes } from './bytes.js';
import { encodeBytes, toBytes, type Data, type Encoding } from './crypto-data.js';

/** How the host reads a key and signs with it. */
export interface SignatureSpec {
  readonly hash: string | null;
  readonly format: 'pem' | 'der' | 'jwk';
  readonly passphrase?: string | undefined;
  readonly dsaEncoding?: 'der' | 'ieee-p1363' | undefined;
}

/** A key with what is needed to read it. */
export interface KeyOptions {
  readonly key: Data | object;
  readonly format?: 'pem' | 'der' | 'jwk';
  readonly passphrase?: string;
  readonly dsaEncoding?: 'der' | 'ieee-p1363';
}
export type Key = Data | KeyOptions;

const isOptions = (key: Key): key is KeyOptions => typeof key === 'object' && !isBytes(key) && 'key' in key;

const readKey = (key: Key, hash: string | null): { readonly spec: SignatureSpec; readonly bytes: ArrayBuffer } => {
  const options: KeyOptions = isOptions(key) ? key : { key };
  const { format = 'pem', passphrase, dsaEncoding } = options;
  const given = options.key;
  const data = typeof given === 'string' || isBytes(given) ? given : JSON.stringify(given);
  return { spec: { hash, format, passphrase, dsaEncoding }, bytes: exactBuffer(toBytes(data)) };
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
  sign(key: Key, encoding?: string): unknown {
    const { spec, bytes } = readKey(key, this.algorithm);
    return encodeBytes(this.signer.sign(spec, bytes, this.data), encoding);
  }
}

/** Node's `Verify`. */
export class Verify extends Gathering {
  verify(key: Key, signature: Data, encoding?: Encoding): boolean {
    const { spec, bytes } = readKey(key, this.algorithm);
    return this.signer.verify(spec, bytes, toBytes(signature, encoding), this.data);
  }
}

/** `createSign`, `createVerify`, `sign` and `verify` of Node. */
export const createNodeSignatures = (signer: Signer) => ({
  createSign: (algorithm: string): Sign => new Sign(signer, algorithm),
  createVerify: (algorithm: string): Verify => new Verify(signer, algorithm),
  sign: (algorithm: string | null | undefined, data: Data, key: Key): Buffer => {
    const { spec, bytes } = readKey(key, algorithm ?? null);
    return signer.sign(spec, bytes, toBytes(data));
  },
  verify: (algorithm: string | null | undefined, data: Data, key: Key, signature: Data): boolean => {
    const { spec, bytes } = readKey(key, algorithm ?? null);
    return signer.verify(spec, bytes, toBytes(signature), toBytes(data));
  },
});
