import type { Bridge } from '../bridge.js';
import { WireWriter, type WebCryptoAnswer, type WireKey } from './web-crypto-wire.js';

/** A key of WebCrypto. Its material stays with the host, and ends with the run. */
class CryptoKey {
  readonly type: WireKey['type'];
  readonly extractable: boolean;
  readonly algorithm: Readonly<Record<string, unknown>>;
  readonly usages: readonly string[];

  constructor({ type, extractable, algorithm, usages }: WireKey) {
    this.type = type;
    this.extractable = extractable;
    const { publicExponent } = algorithm;
    this.algorithm = Array.isArray(publicExponent)
      ? { ...algorithm, publicExponent: Uint8Array.from(publicExponent) }
      : algorithm;
    this.usages = [...usages];
  }
}

const METHODS = [
  'digest',
  'encrypt',
  'decrypt',
  'sign',
  'verify',
  'generateKey',
  'importKey',
  'exportKey',
  'deriveBits',
  'deriveKey',
  'wrapKey',
  'unwrapKey',
] as const;

/** `crypto.subtle`: the WebCrypto of the host, with keys of this run alone. */
export type Subtle = Readonly<Record<(typeof METHODS)[number], (...args: unknown[]) => Promise<unknown>>>;

export const createSubtle = (bridge: Bridge): Subtle => {
  const ids = new WeakMap<object, number>();
  const keyOf = (wire: WireKey): CryptoKey => {
    const key = new CryptoKey(wire);
    ids.set(key, wire.id);
    return key;
  };
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    const writer = new WireWriter((value) => ids.get(value));
    const written = { method, args: args.map((value) => writer.write(value)) };
    const { head, body } = await bridge.call('webCrypto', written, writer.bytes);
    const answer = head as WebCryptoAnswer;
    switch (answer.kind) {
      case 'bytes':
        return body;
      case 'value':
        return answer.value;
      case 'key':
        return keyOf(answer.key);
      case 'pair':
        return { publicKey: keyOf(answer.publicKey), privateKey: keyOf(answer.privateKey) };
      case 'error':
        throw Object.assign(answer.name === 'TypeError' ? new TypeError(answer.message) : new Error(answer.message), {
          name: answer.name,
        });
    }
  };
  const entries = METHODS.map((method) => [method, (...args: unknown[]) => call(method, args)] as const);
  return Object.fromEntries(entries) as Subtle;
};
