import { createHash, randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** Digits that hold 256 bits in base 62. */
const SECRET_DIGITS = 43;

/** 32 random bytes in base 62, 43 characters (D19). */
export function randomSecret(): string {
  let value = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < SECRET_DIGITS; digit += 1) {
    text = BASE62.charAt(Number(value % 62n)) + text;
    value /= 62n;
  }
  return text;
}

/** How a key is stored and looked up: SHA-256. Keys are random, so no slow hash is needed. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();
