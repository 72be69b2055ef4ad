import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { errorOf, outputOf, RunnerHarness } from './testing/runner-harness.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const pem = (key: typeof rsa.privateKey): string =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
const KEYS = {
  rsa: pem(rsa.privateKey),
  rsaPublic: pem(rsa.publicKey),
  ec: pem(ec.privateKey),
  ecPublic: pem(ec.publicKey),
  ed: pem(ed.privateKey),
  rsaDer: rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  rsaPublicDer: rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  ecJwk: ec.privateKey.export({ format: 'jwk' }),
  ecPublicJwk: ec.publicKey.export({ format: 'jwk' }),
  rsaJwk: rsa.privateKey.export({ format: 'jwk' }),
  rsaPkcs1: rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  ecSec1Der: ec.privateKey.export({ type: 'sec1', format: 'der' }).toString('base64'),
  rsaLocked: rsa.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' })
    .toString(),
};

/** Bodies of functions; each must give in an isolate what it gives in Node. */
const SAME_AS_NODE: readonly string[] = [
  // Text and bytes
  `return [btoa('hi\\xff'), atob('aGk='), [...new TextEncoder().encode('€𝄞\\ud800')], new TextDecoder().decode(new Uint8Array([0xe2, 0x82, 0xac, 0xff]))];`,
  `const d = new TextDecoder(); return [d.decode(new Uint8Array([0xe2, 0x82]), { stream: true }), d.decode(new Uint8Array([0xac]), { stream: true }), d.decode()];`,
  `try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff])); } catch (e) { return e.name; }`,
  `return ['hex', 'base64', 'base64url', 'latin1', 'utf8', 'utf16le', 'ascii'].map((e) => Buffer.from('Zm9v_-+/', e).toString('hex'));`,
  `return ['hex', 'base64', 'base64url', 'latin1', 'utf8', 'utf16le', 'ascii'].map((e) => Buffer.from([250, 251, 252, 0x41]).toString(e));`,
  `const b = Buffer.alloc(12); b.writeUInt32BE(7, 0); b.writeInt16LE(-2, 4); b.writeDoubleBE; return [b.toString('hex'), b.readUInt32BE(0), b.readInt16LE(4), b.slice(0, 2).length, Buffer.concat([b, Buffer.from('x')]).length, Buffer.compare(b, b), b.equals(b), Buffer.byteLength('€'), Buffer.isBuffer(b), b.indexOf(7), JSON.stringify(Buffer.from('a'))];`,
  // Addresses
  `const u = new URL('../b?x=ü#h', 'https://user:p%40@ä.example:8443/c/d'); u.searchParams.append('y', 'a b&'); return [u.href, u.host, u.port, u.username, u.password, u.origin, [...u.searchParams], URL.canParse('no'), URL.canParse('a:b')];`,
  `const p = new URLSearchParams([['b', '1'], ['a', '2'], ['b', '3']]); p.sort(); p.delete('a'); return [p.toString(), p.getAll('b'), p.has('a'), p.size, [...p.keys()], String(new URLSearchParams('?x=%20y+z'))];`,
  `try { new URL('nope'); } catch (e) { return e.name; }`,
  `const url = require('url'); return [url.parse('http://a.b/c?d=e', true).query.d, url.resolve('http://a/b/c', '../d'), url.format(new URL('http://a/b'))];`,
  `const h = new Headers({ 'X-A': '1', b: ' 2 ' }); h.append('x-a', '3'); h.delete('B'); return [h.get('X-a'), h.has('b'), [...h]];`,
  // Time and order
  `const order = []; setTimeout((x) => order.push(x), 1, 'timer'); queueMicrotask(() => order.push('micro')); Promise.resolve().then(() => order.push('promise')); order.push('sync'); await new Promise((r) => setTimeout(r, 30)); return order;`,
  `let n = 0; const id = setInterval(() => { if (++n === 3) clearInterval(id); }, 1); await new Promise((r) => setTimeout(r, 60)); return n;`,
  `const id = setTimeout(() => { throw new Error('no'); }, 1); clearTimeout(id); clearTimeout(undefined); clearTimeout(12345); await new Promise((r) => setImmediate(r)); return 1;`,
  `return typeof performance.now() + (performance.now() >= 0);`,
  // Copies
  `const o = { d: new Date(5), m: new Map([[1, new Set([2])]]), r: /a/gi, b: new Uint8Array([1, 2]), n: null, u: undefined, big: 10n, e: new RangeError('m') }; o.self = o; const c = structuredClone(o); return [c.self === c, c !== o, c.d.getTime(), c.m.get(1).has(2), String(c.r), [...c.b], 'u' in c, String(c.big), c.e.message, c.e.name];`,
  `try { structuredClone(() => 1); } catch (e) { return e.name; }`,
  // Abort
  `const a = new AbortController(); const seen = []; a.signal.addEventListener('abort', (e) => seen.push(e.type)); a.signal.onabort = () => seen.push('on'); a.abort(); a.abort(); try { a.signal.throwIfAborted(); } catch (e) { seen.push(e.name); } return [seen.sort(), a.signal.aborted, AbortSignal.abort('why').reason, AbortSignal.any([a.signal]).aborted];`,
  `const s = AbortSignal.timeout(1); await new Promise((r) => setTimeout(r, 40)); return [s.aborted, s.reason.name];`,
  // Digests
  `const { createHash, createHmac } = require('node:crypto'); return ['md5', 'sha1', 'sha256', 'sha384', 'sha512'].flatMap((a) => [createHash(a).update('x').update(Buffer.from('y')).digest('hex'), createHmac(a, 'key').update('x').digest('base64url')]);`,
  `const { timingSafeEqual, randomUUID, randomBytes } = require('crypto'); return [timingSafeEqual(Buffer.from('a'), Buffer.from('b')), /^[0-9a-f-]{36}$/.test(randomUUID()), randomBytes(7).length, crypto.getRandomValues(new Uint32Array(3)).length, /4/.test(crypto.randomUUID()[14])];`,
  `try { require('crypto').timingSafeEqual(Buffer.from('a'), Buffer.from('ab')); } catch (e) { return e.name; }`,
  `return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('x'))).toString('hex');`,
  // Signatures
  `const { createSign, createVerify } = require('crypto'); const s = createSign('RSA-SHA256').update('a').update('b').sign(keys.rsa, 'base64url'); return [s, createVerify('RSA-SHA256').update('ab').verify(keys.rsaPublic, s, 'base64url'), createVerify('RSA-SHA256').update('x').verify(keys.rsaPublic, s, 'base64url')];`,
  `const { sign, verify } = require('crypto'); const e = sign(null, Buffer.from('a'), keys.ed); const c = sign('sha256', Buffer.from('a'), { key: keys.ec, dsaEncoding: 'ieee-p1363' }); return [e.toString('hex'), c.length, verify('sha256', Buffer.from('a'), { key: keys.ecPublic, dsaEncoding: 'ieee-p1363' }, c)];`,
  `try { require('crypto').createSign('sha256').update('a').sign('no key'); } catch (e) { return typeof e.message; }`,
  `const k = await crypto.subtle.importKey('raw', new TextEncoder().encode('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']); const s = await crypto.subtle.sign('HMAC', k, new TextEncoder().encode('x')); return [Buffer.from(s).toString('hex'), await crypto.subtle.verify('HMAC', k, s, new TextEncoder().encode('x')), await crypto.subtle.verify('HMAC', k, s, new TextEncoder().encode('y')), k.type, k.algorithm.name];`,
  `const a = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }; const data = new TextEncoder().encode('x'); const k = await crypto.subtle.importKey('pkcs8', Buffer.from(keys.rsaDer, 'base64'), a, false, ['sign']); const p = await crypto.subtle.importKey('spki', Buffer.from(keys.rsaPublicDer, 'base64'), a, false, ['verify']); const s = await crypto.subtle.sign(a, k, data); return [Buffer.from(s).toString('hex'), await crypto.subtle.verify(a.name, p, s, data)];`,
  `const a = { name: 'ECDSA', namedCurve: 'P-256' }; const use = { name: 'ECDSA', hash: 'SHA-256' }; const data = new TextEncoder().encode('x'); const k = await crypto.subtle.importKey('jwk', keys.ecJwk, a, true, ['sign']); const p = await crypto.subtle.importKey('jwk', keys.ecPublicJwk, a, true, ['verify']); const s = await crypto.subtle.sign(use, k, data); return [s.byteLength, await crypto.subtle.verify(use, p, s, data), k.type, p.type];`,
  `const a = { name: 'RSA-PSS', hash: 'SHA-256' }; const data = new TextEncoder().encode('x'); const k = await crypto.subtle.importKey('pkcs8', Buffer.from(keys.rsaDer, 'base64'), a, false, ['sign']); const p = await crypto.subtle.importKey('spki', Buffer.from(keys.rsaPublicDer, 'base64'), a, false, ['verify']); const s = await crypto.subtle.sign({ name: 'RSA-PSS', saltLength: 32 }, k, data); return [s.byteLength, await crypto.subtle.verify({ name: 'RSA-PSS', saltLength: 32 }, p, s, data), [...p.algorithm.publicExponent], p.algorithm.modulusLength];`,
  // Key objects
  `const { createPrivateKey, createPublicKey, createHash } = require('crypto'); const k = createPrivateKey(keys.rsa); const p = createPublicKey(k); const der = p.export({ type: 'spki', format: 'der' }); return [k.type, p.type, k.asymmetricKeyType, p.asymmetricKeyDetails.modulusLength, String(k.asymmetricKeyDetails.publicExponent), createHash('sha256').update(der).digest('base64'), p.export({ type: 'pkcs1', format: 'pem' }), k.export({ type: 'pkcs8', format: 'pem' }), k.export({ format: 'jwk' }), p.export({ format: 'jwk' })];`,
  `const { createPrivateKey, createPublicKey } = require('crypto'); const all = [createPrivateKey({ key: keys.rsaLocked, passphrase: 'open' }), createPrivateKey(keys.rsaPkcs1), createPrivateKey({ key: keys.rsaJwk, format: 'jwk' }), createPrivateKey({ key: Buffer.from(keys.rsaDer, 'base64'), format: 'der', type: 'pkcs8' })]; return [all.map((k) => k.equals(all[0])), createPublicKey(keys.rsa).equals(createPublicKey(all[2])), createPublicKey({ key: all[1] }).export({ format: 'jwk' }).n];`,
  `const { createPrivateKey, createPublicKey } = require('crypto'); const k = createPrivateKey({ key: Buffer.from(keys.ecSec1Der, 'base64'), format: 'der', type: 'sec1' }); const p = createPublicKey({ key: keys.ecPublicJwk, format: 'jwk' }); return [k.asymmetricKeyDetails, createPublicKey(k).equals(p), k.export({ type: 'sec1', format: 'pem' }), k.equals(p)];`,
  `const { createPrivateKey } = require('crypto'); const locked = createPrivateKey(keys.ec).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' }); return [locked.includes('ENCRYPTED'), createPrivateKey({ key: locked, passphrase: 'x' }).export({ format: 'jwk' })];`,
  `const { createSecretKey, createHmac, createCipheriv } = require('crypto'); const k = createSecretKey('c2VjcmV0', 'base64'); return [createCipheriv('aes-128-ecb', createSecretKey(Buffer.alloc(16)), null).final('hex'), k.type, k.symmetricKeySize, k.export().toString(), k.export({ format: 'jwk' }), createHmac('sha256', k).update('x').digest('hex'), k.asymmetricKeyType ?? null];`,
  `const { createPrivateKey, createPublicKey } = require('crypto'); return [() => createPrivateKey('no key'), () => createPublicKey({ key: keys.rsaLocked }), () => createPrivateKey(keys.rsaPublic), () => createPrivateKey({ key: keys.rsaLocked, passphrase: 'wrong' })].map((make) => { try { return make(); } catch (e) { return typeof e.message; } });`,
  // A JSON Web Token by each kind of key
  `const { createPrivateKey, createSign, sign, verify } = require('crypto'); const k = createPrivateKey({ key: keys.rsaJwk, format: 'jwk' }); const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url'); const text = part({ alg: 'RS256', typ: 'JWT' }) + '.' + part({ iss: 'me', exp: 1 }); return [text + '.' + createSign('RSA-SHA256').update(text).sign(k, 'base64url'), sign('sha256', Buffer.from(text), { key: keys.rsaPkcs1 }).toString('base64url')];`,
  `const { createPrivateKey, sign, verify, constants } = require('crypto'); const use = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }; const s = sign('sha256', Buffer.from('a'), { key: createPrivateKey(keys.rsa), ...use }); return [s.length, verify('sha256', Buffer.from('a'), { key: keys.rsaPublic, ...use }, s), verify('sha256', Buffer.from('a'), keys.rsaPublic, s), constants.RSA_PSS_SALTLEN_DIGEST];`,
  `const { createPrivateKey, createPublicKey, sign, verify } = require('crypto'); const k = createPrivateKey({ key: keys.ecJwk, format: 'jwk' }); const s = sign('sha256', Buffer.from('a'), { key: k, dsaEncoding: 'ieee-p1363' }); return [s.length, verify('sha256', Buffer.from('a'), { key: createPublicKey(k), dsaEncoding: 'ieee-p1363' }, s), sign(null, Buffer.from('a'), createPrivateKey(keys.ed)).toString('hex')];`,
  `const { createPrivateKey, createPublicKey, sign, verify } = require('crypto'); const k = createPrivateKey(keys.rsa); const s = sign('sha256', Buffer.from('a'), k); const der = Buffer.from(keys.rsaDer, 'base64'); return [verify('sha256', Buffer.from('a'), k, s), verify('sha256', Buffer.from('b'), k, s), createPublicKey({ key: der, format: 'der', type: 'pkcs8' }).export({ type: 'spki', format: 'pem' })];`,
  // Derived keys
  `const { pbkdf2Sync, scryptSync, hkdfSync } = require('crypto'); return [pbkdf2Sync('password', 'salt', 100000, 64, 'sha512').toString('hex'), pbkdf2Sync(Buffer.from('p'), new Uint8Array(8), 1, 20, 'SHA1').toString('base64'), scryptSync('password', 'salt', 64).toString('hex'), scryptSync('p', 's', 32, { N: 1024, r: 4, p: 2 }).toString('hex'), scryptSync('p', 's', 16, { cost: 2048 }).toString('hex'), Buffer.from(hkdfSync('sha256', 'key', 'salt', 'info', 42)).toString('hex')];`,
  `const { pbkdf2, scrypt, hkdf, createSecretKey } = require('crypto'); const waited = (work, ...args) => new Promise((resolve) => work(...args, (error, key) => resolve(error ? 'refused' : Buffer.from(key).toString('hex')))); return [await waited(pbkdf2, 'p', 's', 10, 32, 'sha256'), await waited(scrypt, 'p', 's', 32, { N: 16 }), await waited(hkdf, 'sha512', createSecretKey('key', 'utf8'), '', '', 16)];`,
  `const { pbkdf2Sync, scryptSync, hkdfSync } = require('crypto'); return [() => pbkdf2Sync('p', 's', 0, 32, 'sha256'), () => pbkdf2Sync('p', 's', 1, 32, 'none'), () => pbkdf2Sync('p', 's', 1, -1, 'sha1'), () => scryptSync('p', 's', 32, { N: 3 }), () => hkdfSync('sha256', 'k', 's', 'i', 10000)].map((make) => { try { return make(); } catch (e) { return typeof e.message; } });`,
  // Encryption and keys
  `const iv = new Uint8Array(12).fill(1); const k = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(2), 'AES-GCM', true, ['encrypt', 'decrypt']); const a = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode('more') }; const c = await crypto.subtle.encrypt(a, k, new TextEncoder().encode('text')); const t = await crypto.subtle.decrypt(a, k, c); return [Buffer.from(c).toString('hex'), new TextDecoder().decode(t), Buffer.from(await crypto.subtle.exportKey('raw', k)).toString('hex'), (await crypto.subtle.exportKey('jwk', k)).k, await crypto.subtle.decrypt({ ...a, additionalData: iv }, k, c).catch((e) => e.name)];`,
  `const iv = new Uint8Array(16).fill(1); const k = await crypto.subtle.importKey('raw', new Uint8Array(16).fill(2), 'AES-CBC', false, ['encrypt', 'decrypt']); const c = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, k, new Uint8Array(20)); return [Buffer.from(c).toString('base64'), (await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, k, c)).byteLength, await crypto.subtle.exportKey('raw', k).catch((e) => e.name)];`,
  `const k = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']); const h = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']); const e = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']); const use = { name: 'ECDSA', hash: 'SHA-256' }; const s = await crypto.subtle.sign(use, e.privateKey, new Uint8Array(3)); return [k.algorithm, k.usages, (await crypto.subtle.exportKey('raw', h)).byteLength, await crypto.subtle.verify(use, e.publicKey, s, new Uint8Array(3)), e.privateKey.type, (await crypto.subtle.exportKey('jwk', e.publicKey)).kty];`,
  `const a = { name: 'RSA-OAEP', hash: 'SHA-256' }; const k = await crypto.subtle.importKey('pkcs8', Buffer.from(keys.rsaDer, 'base64'), a, false, ['decrypt']); const p = await crypto.subtle.importKey('spki', Buffer.from(keys.rsaPublicDer, 'base64'), a, false, ['encrypt']); const c = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, p, Buffer.from('text')); return [c.byteLength, Buffer.from(await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, k, c)).toString()];`,
  `const p = await crypto.subtle.importKey('raw', Buffer.from('password'), 'PBKDF2', false, ['deriveBits', 'deriveKey']); const a = { name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.from('salt'), iterations: 1000 }; const k = await crypto.subtle.deriveKey(a, p, { name: 'AES-CBC', length: 128 }, true, ['encrypt']); return [Buffer.from(await crypto.subtle.deriveBits(a, p, 256)).toString('hex'), Buffer.from(await crypto.subtle.exportKey('raw', k)).toString('hex')];`,
  `const { createCipheriv, createDecipheriv } = require('crypto'); const c = createCipheriv('aes-256-cbc', 'k'.repeat(32), Buffer.alloc(16)); const text = c.update('some text', 'utf8', 'hex') + c.final('hex'); const d = createDecipheriv('aes-256-cbc', 'k'.repeat(32), Buffer.alloc(16)); return [text, d.update(text, 'hex', 'utf8') + d.final('utf8')];`,
  `const { createCipheriv, createDecipheriv } = require('crypto'); const k = Buffer.alloc(32, 1), iv = Buffer.alloc(12, 2); const c = createCipheriv('aes-256-gcm', k, iv); c.setAAD(Buffer.from('more')); const text = Buffer.concat([c.update('some text'), c.final()]); const open = (tag) => { const d = createDecipheriv('aes-256-gcm', k, iv); d.setAAD(Buffer.from('more')); d.setAuthTag(tag); return Buffer.concat([d.update(text), d.final()]).toString(); }; let refused = false; try { open(Buffer.alloc(16)); } catch { refused = true; } return [text.toString('hex'), c.getAuthTag().toString('hex'), open(c.getAuthTag()), refused];`,
  `const { randomInt } = require('crypto'); const all = Array.from({ length: 200 }, () => randomInt(5, 8)); return [all.every((n) => n >= 5 && n < 8), randomInt(1)];`,
  `const k = await crypto.subtle.importKey('raw', new Uint8Array(8), { name: 'HMAC', hash: 'SHA-1' }, false, ['verify']); return await crypto.subtle.sign('HMAC', k, new Uint8Array(1)).catch((e) => e.name);`,
];

const inNode = async (body: string): Promise<unknown> => {
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor as new (
    ...args: string[]
  ) => (...args: unknown[]) => Promise<unknown>;
  const result = await new AsyncFunction('require', 'keys', body)(createRequire(import.meta.url), KEYS);
  return JSON.parse(JSON.stringify(result ?? null));
};

describe('what a function finds around it', () => {
  let runner: RunnerHarness;
  beforeAll(async () => {
    runner = await RunnerHarness.start();
  }, 60_000);
  afterAll(() => runner.stop());

  it.each(SAME_AS_NODE.map((body) => [body.slice(0, 80), body]))('is as in Node: %s', async (_title, body) => {
    const output = outputOf(await runner.action(`const keys = input;\n${body}`, { input: KEYS }));
    expect(output).toEqual(await inNode(body));
  });

  it.each([
    [
      'a large RSA key',
      `generateKey({ name: 'RSA-PSS', modulusLength: 16384, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, false, ['sign'])`,
    ],
    [
      'an exponent that never comes to an end',
      `generateKey({ name: 'RSA-PSS', modulusLength: 2048, publicExponent: new Uint8Array([4]), hash: 'SHA-256' }, false, ['sign'])`,
    ],
    ['a key of gigabytes', `generateKey({ name: 'HMAC', hash: 'SHA-256', length: 2 ** 31 - 8 }, false, ['sign'])`],
    [
      'ever more rounds',
      `importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']).then((k) => crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: new Uint8Array(8), iterations: 1e9 }, k, 256))`,
    ],
  ])('refuses %s at once', async (_what, call) => {
    const output = await runner.action(`return await crypto.subtle.${call}.catch((e) => e.name);`);
    expect(outputOf(output)).toBe('OperationError');
  });

  it.each([
    [
      'iterations without end',
      `pbkdf2Sync('p', 's', 1e9, 32, 'sha512')`,
      /1000000 iterations .* these are 1000000000\. .*subtle/,
    ],
    ['iterations for block after block', `pbkdf2Sync('p', 's', 1e6, 6400, 'sha512')`, /these are 100000000/],
    ['a scrypt of gigabytes', `scryptSync('p', 's', 32, { N: 2 ** 24, maxmem: 2 ** 40 })`, /N \* r \* p up to 524288/],
    ['a scrypt over and over', `scryptSync('p', 's', 32, { N: 2, p: 2 ** 24 })`, /N \* r \* p up to/],
    [
      'a scrypt of a large block for a long key',
      `scryptSync('p', 's', 65536, { N: 2, r: 8, p: 32768 })`,
      /would hash 65537 MiB/,
    ],
    [
      'a scrypt of a large block and salt',
      `scryptSync('p', 's'.repeat(65536), 32, { N: 2, r: 8, p: 32768 })`,
      /would hash/,
    ],
    ['a key of gigabytes', `hkdfSync('sha512', 'k', 's', 'i', 2 ** 31)`, /At most 65536 bytes/],
    ['a salt of megabytes, for each block again', `pbkdf2Sync('p', 'x'.repeat(1e6), 1, 6e4, 'sha1')`, /65536 bytes/],
  ])('derives no key by %s', async (_what, call, message) => {
    expect(errorOf(await runner.action(`return require('crypto').${call}.length;`)).message).toMatch(message);
  });

  it('signs with no public key, as a forger could then do the same', async () => {
    const sign = `const { createHmac, createPublicKey } = require('crypto'); return createHmac('sha256', createPublicKey(${JSON.stringify(KEYS.rsaPublic)}));`;
    expect(errorOf(await runner.action(sign)).message).toMatch('Invalid key object type public, expected secret.');
  });

  it('knows the keys of its own run alone', async () => {
    const make = `const k = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']);`;
    const use = `return (await crypto.subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(12) }, k, new Uint8Array(1))).byteLength;`;
    expect(outputOf(await runner.action(`${make} globalThis.kept = k; ${use}`))).toBe(17);
    expect(errorOf(await runner.action(`const k = {}; ${use}`))).toMatchObject({ name: 'TypeError' });
  });
});
