import { createHash, createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { interpolateText, interpolateValue } from './interpolate-text.js';
import { InterpolationContext } from './interpolation-context.js';
import { RequestParts } from './request-parts.js';

const at = (iso: string, values = {}) => new InterpolationContext(values, () => new Date(iso));
const withCredentials = (credentials: Record<string, unknown>) => new InterpolationContext({ credentials });

describe('interpolateText', () => {
  it('leaves a placeholder without a value as text and lists it', () => {
    const { text, missing } = interpolateText('a ${nothing} b', withCredentials({}));
    expect(text).toBe('a ${nothing} b');
    expect(missing?.map((segment) => segment.raw)).toEqual(['${nothing}']);
  });

  it('leaves text that only looks like a placeholder alone', () => {
    for (const text of ['${', '${a', '$ {a}', '{a}', '$a', '}${', 'a || b', '${a${b}']) {
      expect(interpolateText(text, withCredentials({ a: '1' })).text).toBe(text);
    }
  });

  it('does not fill in placeholders that arrive in values', () => {
    expect(interpolateValue('${a}', withCredentials({ a: '${b}', b: 'secret' }))).toBe('${b}');
  });

  it('returns any text without placeholders unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('${'));
        expect(interpolateValue(text, withCredentials({}))).toBe(text);
      }),
    );
  });

  it('inserts any value exactly, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
        fc.pre(!/\$|\|\|/.test(`${before} ${after}`));
        expect(interpolateValue(`${before}\${a}${after}`, withCredentials({ a: value }))).toBe(before + value + after);
      }),
    );
  });
});

describe('time and random', () => {
  const now = '2026-03-04T05:06:07.089Z';

  it.each([
    ['${now}', '2026-03-04T05:06:07.089Z'],
    ['${now:X}', '1772600767'],
    ['${now:x}', '1772600767089'],
    ['${now:YYYYMMDD[T]HHmmss[Z]}', '20260304T050607Z'],
    ['${now:ddd, DD MMM YYYY HH:mm:ss [GMT]}', 'Wed, 04 Mar 2026 05:06:07 GMT'],
    ['${now+7:days:YYYY-MM-DD}', '2026-03-11'],
    ['${now-1:hour:HH}', '04'],
    ['${now+30:minutes}', '2026-03-04T05:36:07.089Z'],
    ['${now+1:months:YYYY-MM-DD}', '2026-04-04'],
  ])('%s is %s', (template, expected) => {
    expect(interpolateValue(template, at(now))).toBe(expected);
  });

  it('has no value for a unit that does not exist', () => {
    expect(interpolateValue('${now+7:fortnights:X}', at(now))).toBeUndefined();
  });

  it.each(['${now+999999:years}', '${now-999999:years:YYYY}', `\${now+${'9'.repeat(30)}:months:x}`])(
    'has no value beyond all dates: %s',
    (template) => {
      expect(interpolateValue(template, at(now))).toBeUndefined();
    },
  );

  it('stays at one moment and one random value within a request', () => {
    let ticks = 0;
    const context = new InterpolationContext({}, () => new Date((ticks += 1000)));
    expect(interpolateValue('${now:x}', context)).toBe(interpolateValue('${now:x}', context));
    const random = interpolateValue('${random}', context);
    expect(random).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(interpolateValue('${random}', context)).toBe(random);
    expect(interpolateValue('${random}', new InterpolationContext({}))).not.toBe(random);
    const child = context.with({ clientId: 'c' });
    expect(interpolateValue('${now:x} ${random} ${clientId}', child)).toBe(`1000 ${random} c`);
  });
});

describe('functions', () => {
  it('works on the text of its placeholders', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (user, pass) => {
        const context = withCredentials({ user, pass });
        expect(interpolateValue('${base64(${user}:${pass})}', context)).toBe(
          Buffer.from(`${user}:${pass}`).toString('base64'),
        );
        expect(interpolateValue('${sha256Hex(${user})}', context)).toBe(
          createHash('sha256').update(user).digest('hex'),
        );
        expect(interpolateValue('${sha256Base64(x${user})}', context)).toBe(
          createHash('sha256').update(`x${user}`).digest('base64'),
        );
      }),
    );
  });

  it('nests', () => {
    const inner = createHash('sha256').update('k').digest('hex');
    expect(interpolateValue('v1 ${base64(${sha256Hex(${apiKey})}:x)}!', withCredentials({ apiKey: 'k' }))).toBe(
      `v1 ${Buffer.from(`${inner}:x`).toString('base64')}!`,
    );
  });

  it('takes braces and brackets inside an argument', () => {
    expect(interpolateValue('${base64({"key":"${apiKey}"})}', withCredentials({ apiKey: 'k(1)' }))).toBe(
      Buffer.from('{"key":"k(1)"}').toString('base64'),
    );
  });

  it('has no value when an argument has none, or when there is no such function', () => {
    expect(interpolateText('${base64(${a}:${b})}', withCredentials({ a: '1' })).missing).toEqual([
      expect.objectContaining({ path: ['b'] }),
    ]);
    expect(interpolateValue('${rot13(a)}', withCredentials({}))).toBeUndefined();
  });

  it('splits message and key at the last comma of the template, whatever the values hold', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (message, key) => {
        const expected = createHmac('sha1', key).update(`a,${message}`).digest('hex');
        const context = withCredentials({ message, key });
        expect(interpolateValue('${hmacSha1Hex(a,${message}, ${key})}', context)).toBe(expected);
      }),
    );
  });

  it('signs with an Ed25519 key, also one whose line breaks were escaped', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const key of [pem, pem.replaceAll('\n', '\\n')]) {
      const signed = interpolateValue('${ed25519Sign(hello, ${key})}', withCredentials({ key }));
      expect(verify(null, Buffer.from('hello'), publicKey, Buffer.from(signed ?? '', 'base64'))).toBe(true);
    }
  });

  it('takes the fingerprint of the public key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const der = createPublicKey(pem).export({ type: 'spki', format: 'der' });
    expect(interpolateValue('${fingerprint(${key})}', withCredentials({ key: pem }))).toBe(
      `SHA256:${createHash('sha256').update(der).digest('base64')}`,
    );
  });

  it('says so when a key is no key', () => {
    expect(() => interpolateValue('${fingerprint(${key})}', withCredentials({ key: 'nope' }))).toThrow(
      expect.objectContaining({ code: 'invalid_certificate_or_key_format', status: 400 }),
    );
  });
});

describe('parts of the request', () => {
  const request = new RequestParts({
    method: 'post',
    url: new URL('https://api.x.com:8443/v1/items?b=2&a=x%20y&a=1'),
    endpoint: '/items',
    contentType: 'application/json',
    body: '{"z":1,"a":"b c"}',
  });
  const context = new InterpolationContext({ request, credentials: { host: 'mine', method: 'x' } });

  it.each([
    ['${method} ${host} ${path}', 'POST api.x.com:8443 /v1/items'],
    ['${endpoint}', '/items'],
    ['${params}', 'b=2&a=x%20y&a=1'],
    ['${urlCanonicalParams}', 'a=1&a=x%20y&b=2'],
    ['${bodyCanonicalParams}', 'a=b%20c&z=1'],
    ['${contentType}', 'application/json'],
    ['${credentials.host}', 'mine'],
  ])('%s is %s', (template, expected) => {
    expect(interpolateValue(template, context)).toBe(expected);
  });

  it('reads form bodies', () => {
    const form = new RequestParts({ method: 'POST', url: new URL('https://x.com'), endpoint: '/', body: 'b=2&a=1' });
    expect(interpolateValue('${bodyCanonicalParams}', new InterpolationContext({ request: form }))).toBe('a=1&b=2');
  });

  it('has no value without a request', () => {
    expect(interpolateValue('${method}', new InterpolationContext({}))).toBeUndefined();
  });
});
