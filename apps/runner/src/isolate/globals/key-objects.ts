import { Buffer } from 'buffer/';
import type { HostFunctions } from '../host-functions.js';
import { exactBuffer, isBytes } from './bytes.js';
import { encodeBytes, toBytes, type Data, type Encoding } from './crypto-data.js';

/** How the host reads a key. */
export interface KeySource {
  readonly format: 'pem' | 'der' | 'jwk';
  readonly type?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** A key with what is needed to read it. */
export interface KeyOptions extends Partial<KeySource> {
  readonly key: Data | object;
}
export type Key = Data | KeyObject | KeyOptions;

interface ExportOptions {
  readonly type?: string;
  readonly format?: string;
  readonly cipher?: string;
  readonly passphrase?: string;
}

interface WrittenKey {
  readonly source: KeySource;
  readonly bytes: ArrayBuffer;
}

const isOptions = (key: Key): key is KeyOptions => typeof key === 'object' && !isBytes(key) && 'key' in key;

/** A key as the host takes it. */
export const writeKey = (key: Key): WrittenKey => {
  const options: KeyOptions = isOptions(key) ? key : { key };
  const { format = 'pem', type, passphrase, key: given } = options;
  if (given instanceof KeyObject) return given.written;
  const data = typeof given === 'string' || isBytes(given) ? given : JSON.stringify(given);
  return { source: { format, type, passphrase }, bytes: exactBuffer(toBytes(data)) };
};

/** Bytes of a secret, also of one in a {@link KeyObject}. A public key is none: whoever knows it could sign with it. */
export const secretBytes = (key: Data | KeyObject): Uint8Array => {
  if (!(key instanceof KeyObject)) return toBytes(key);
  if (key.type !== 'secret') throw new TypeError(`Invalid key object type ${key.type}, expected secret.`);
  return new Uint8Array(key.written.bytes);
};

/** Node's `KeyObject`: its material is DER, or a secret's bytes; the host reads it each time. */
export class KeyObject {
  constructor(
    private readonly host: Pick<HostFunctions, 'key'>,
    readonly type: 'secret' | 'private' | 'public',
    private readonly bytes: ArrayBuffer,
  ) {}

  get written(): WrittenKey {
    return { source: { format: 'der', type: this.type === 'private' ? 'pkcs8' : 'spki' }, bytes: this.bytes };
  }

  get asymmetricKeyType(): string | undefined {
    return this.details.type;
  }

  get asymmetricKeyDetails(): object | undefined {
    const { details } = this.details;
    if (details?.publicExponent !== undefined) details.publicExponent = BigInt(details.publicExponent);
    return details;
  }

  get symmetricKeySize(): number | undefined {
    return this.type === 'secret' ? this.bytes.byteLength : undefined;
  }

  export(options: ExportOptions = {}): unknown {
    const bytes = this.type === 'secret' ? Buffer.from(this.bytes.slice(0)) : undefined;
    if (bytes) return options.format === 'jwk' ? { kty: 'oct', k: bytes.toString('base64url') } : bytes;
    const { format = 'pem' } = options;
    const written = this.ask({ ...options, format });
    if (format === 'jwk') return JSON.parse(written.toString());
    return encodeBytes(written, format === 'pem' ? 'utf8' : undefined);
  }

  equals(other: KeyObject): boolean {
    return this.type === other.type && Buffer.from(this.bytes).equals(Buffer.from(other.bytes));
  }

  private get details(): { type?: string; details?: Record<string, number | bigint> } {
    return this.type === 'secret' ? {} : JSON.parse(this.ask({ format: 'details' }).toString());
  }

  private ask(wanted: object): Buffer {
    const { source, bytes } = this.written;
    return askKey(this.host, { source: { ...source, kind: this.type }, kind: this.type, ...wanted }, bytes);
  }
}

const askKey = (host: Pick<HostFunctions, 'key'>, spec: object, bytes: ArrayBuffer): Buffer => {
  const answer = host.key(JSON.stringify(spec), bytes);
  if (typeof answer === 'string') throw new Error(answer);
  return Buffer.from(answer);
};

/** `createPrivateKey`, `createPublicKey` and `createSecretKey` of Node. */
export const createKeyObjects = (host: Pick<HostFunctions, 'key'>) => {
  const create = (kind: 'private' | 'public', key: Key): KeyObject => {
    const { source, bytes } = writeKey(key);
    const given = isOptions(key) ? key.key : key;
    const from = given instanceof KeyObject ? given.type : kind;
    const der = askKey(host, { source: { ...source, kind: from }, kind, format: 'der' }, bytes);
    return new KeyObject(host, kind, exactBuffer(der));
  };
  return {
    KeyObject,
    createPrivateKey: (key: Key): KeyObject => create('private', key),
    createPublicKey: (key: Key): KeyObject => create('public', key),
    createSecretKey: (key: Data, encoding?: Encoding): KeyObject =>
      new KeyObject(host, 'secret', exactBuffer(toBytes(key, encoding))),
  };
};
