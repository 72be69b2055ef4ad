import { describe, expect, it } from '@jest/globals';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { hostKey } from './host-keys.js';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const locked = privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'open' });

/** An element of DER; 0x30 is a SEQUENCE, 0x02 an INTEGER, 0x06 an OBJECT IDENTIFIER, 0x04 an OCTET STRING. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, 0x83, 0, content.length >> 8, content.length & 0xff]), content]);
};
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const number = (value: number): Buffer => der(0x02, Buffer.from(value.toString(16).padStart(10, '0'), 'hex'));
const pbes2 = (kdf: Buffer): Buffer => {
  const cipher = der(0x30, oid('60864801650304012a'), der(0x04, Buffer.alloc(16)));
  return der(0x30, der(0x30, oid('2a864886f70d01050d'), der(0x30, kdf, cipher)), der(0x04, Buffer.alloc(160)));
};
const salt = der(0x04, Buffer.alloc(8));
const pbkdf2 = (iterations: number): Buffer =>
  pbes2(der(0x30, oid('2a864886f70d01050c'), der(0x30, salt, number(iterations))));
const scrypt = (...factors: readonly number[]): Buffer =>
  pbes2(der(0x30, oid('2b06010401da47040b'), der(0x30, salt, ...factors.map(number))));
const pkcs12 = (iterations: number): Buffer =>
  der(0x30, der(0x30, oid('2a864886f70d010c0103'), der(0x30, salt, number(iterations))), der(0x04, Buffer.alloc(160)));

const pem = (bytes: Buffer, label = 'ENCRYPTED PRIVATE KEY'): Buffer =>
  Buffer.from(`-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`);
const read = (key: Buffer, format: 'pem' | 'der' = 'pem', kind: 'private' | 'public' = 'private'): unknown =>
  hostKey(
    JSON.stringify({ source: { format, kind, passphrase: 'open' }, kind, format: 'der' }),
    new Uint8Array(key).buffer,
  );

const TOO_DEAR = /iterations up to 1000000 here.* this is 1000000000\./;

describe('a private key with a passphrase', () => {
  it.each([
    ['as PEM', pem(locked), 'pem'],
    ['as DER', locked, 'der'],
    ['after another block', Buffer.concat([pem(Buffer.from('any'), 'COMMENT'), pem(locked)]), 'pem'],
    ['which it does not need', Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })), 'pem'],
    ['which it does not need, as DER', privateKey.export({ type: 'sec1', format: 'der' }), 'der', 'sec1'],
    [
      'of the time before PKCS#8',
      Buffer.from(privateKey.export({ type: 'sec1', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'open' })),
      'pem',
    ],
  ] as const)('is read: %s', (_what, key, format, type: string = 'pkcs8') => {
    const spec = { source: { format, type, kind: 'private', passphrase: 'open' }, kind: 'private', format: 'der' };
    const bytes = hostKey(JSON.stringify(spec), new Uint8Array(key).buffer);
    if (typeof bytes === 'string') throw new Error(bytes);
    expect(createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' }).equals(privateKey)).toBe(true);
  });

  it.each([
    ['PBKDF2', pbkdf2(1e9)],
    ['PKCS#12', pkcs12(1e9)],
  ])('is refused before it is hashed on and on by %s', (_what, key) => {
    expect(read(key, 'der')).toMatch(TOO_DEAR);
    expect(read(pem(key))).toMatch(TOO_DEAR);
    expect(read(pem(key, 'PRIVATE KEY'))).toMatch(TOO_DEAR);
    expect(read(pem(key), 'pem', 'public')).toMatch(TOO_DEAR);
    expect(read(Buffer.concat([pem(locked), pem(key)]))).toMatch(TOO_DEAR);
  });

  it('is refused when scrypt would take too long', () => {
    expect(read(scrypt(2, 1, 2 ** 24), 'der')).toMatch(/N \* r \* p of scrypt up to 524288 here.* this is 33554432\./);
    expect(read(scrypt(16_384, 8, 1, 32), 'der')).not.toMatch(/scrypt/);
  });

  it.each([
    ['an indefinite length', Buffer.concat([Buffer.from([0x30, 0x80]), pbkdf2(1e9), Buffer.alloc(2)]), 'der'],
    ['a long form of the tag', der(0x30, Buffer.concat([Buffer.from([0x3f, 0x10]), pbkdf2(1e9).subarray(1)])), 'der'],
    ['an end too early', pbkdf2(1e9).subarray(0, 60), 'der'],
    ['headers in PEM', Buffer.from(pem(locked).toString().replace('-\n', '-\nProc-Type: 4,ENCRYPTED\n\n')), 'pem'],
    ['another name with the same beginning', pem(locked, 'ENCRYPTED PRIVATE KEY\0'), 'pem'],
  ] as const)('is refused when it could be read otherwise than here: %s', (_what, key, format) => {
    expect(read(key, format)).toMatch(/is not PKCS#8 as PEM or DER/);
  });
});
