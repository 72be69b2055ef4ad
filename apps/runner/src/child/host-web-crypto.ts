import { webcrypto } from 'node:crypto';
import { types } from 'node:util';
import type { WebCryptoAnswer, WireKey } from '../isolate/globals/web-crypto-wire.js';
import { readWebCryptoCall } from './web-crypto-call.js';

/** Keys of one run. */
const MAX_KEYS = 1000;

/** An answer to `crypto.subtle`, as the isolate takes it. */
export interface HostAnswer {
  readonly head: string;
  readonly body?: ArrayBuffer;
}

/** The WebCrypto of one run: its keys end with it. One operation at a time, so that a run takes one thread at most. */
export class HostWebCrypto {
  private readonly keys = new Map<number, webcrypto.CryptoKey>();
  private nextId = 1;
  private last: Promise<unknown> = Promise.resolve();

  /** Never rejects. @param call a `WebCryptoCall` as JSON */
  call(call: string, bytes: unknown): Promise<HostAnswer> {
    const answer = this.last.then(() => this.answer(call, bytes));
    this.last = answer;
    return answer;
  }

  private async answer(call: string, bytes: unknown): Promise<HostAnswer> {
    try {
      const { method, args } = readWebCryptoCall(call, bytes, this.keys);
      const implementation: unknown = Reflect.get(webcrypto.subtle, method);
      if (typeof implementation !== 'function') throw new TypeError(`crypto.subtle has no "${method}".`);
      return this.toAnswer(await Reflect.apply(implementation, webcrypto.subtle, args));
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error('crypto.subtle failed.');
      return headOf({ kind: 'error', name, message });
    }
  }

  private toAnswer(result: unknown): HostAnswer {
    if (result instanceof ArrayBuffer) return { ...headOf({ kind: 'bytes' }), body: result };
    if (types.isCryptoKey(result)) return headOf({ kind: 'key', key: this.keep(result) });
    if (!isPair(result)) return headOf({ kind: 'value', value: result });
    return headOf({ kind: 'pair', publicKey: this.keep(result.publicKey), privateKey: this.keep(result.privateKey) });
  }

  private keep(key: webcrypto.CryptoKey): WireKey {
    if (this.keys.size >= MAX_KEYS) throw new RangeError(`A run may have ${MAX_KEYS} keys of crypto.subtle.`);
    const id = this.nextId++;
    this.keys.set(id, key);
    const { type, extractable, usages } = key;
    const algorithm = Object.entries(key.algorithm).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? [...value] : (value as unknown),
    ]);
    return { id, type, extractable, usages, algorithm: { ...Object.fromEntries(algorithm), name: key.algorithm.name } };
  }
}

const headOf = (answer: WebCryptoAnswer): HostAnswer => ({ head: JSON.stringify(answer) });

const isPair = (value: unknown): value is webcrypto.CryptoKeyPair =>
  typeof value === 'object' && value !== null && 'privateKey' in value && 'publicKey' in value;
