import { describe, expect, it } from '@jest/globals';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { isOAuth1Signed, oauth1Parameters, signatureBase } from './oauth1-signature.js';
import type { ReceivedRequest } from './received-request.js';

const request = (
  method: string,
  url: string,
  authorization: string,
  { body = '', type = 'application/x-www-form-urlencoded' } = {},
): ReceivedRequest => ({
  method,
  path: new URL(url).pathname,
  url: new URL(url),
  query: {},
  headers: { authorization, 'content-type': type },
  body,
  fields: {},
  clientCertificate: undefined,
});

const header = (values: Readonly<Record<string, string>>): string =>
  `OAuth realm="Photos", ${Object.entries(values)
    .map(([name, value]) => `oauth_${name}="${encodeURIComponent(value)}"`)
    .join(', ')}`;

/** RFC 5849, section 1.2. */
const client = { consumer_key: 'dpf43f3p2l4k3l03', signature_method: 'HMAC-SHA1' };
const consumerSecret = 'kd94hf93k423kf44';

describe('an OAuth 1 signature', () => {
  it.each([
    [
      'temporary credentials',
      'POST',
      'https://photos.example.net/initiate',
      {
        timestamp: '137131200',
        nonce: 'wIjqoS',
        callback: 'http://printer.example.com/ready',
        signature: '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
      },
      '',
    ],
    [
      'token credentials',
      'POST',
      'https://photos.example.net/token',
      {
        token: 'hh5s93j4hdidpola',
        timestamp: '137131201',
        nonce: 'walatlh',
        verifier: 'hfdp7dh39dks9884',
        signature: 'gKgrFCywp7rO0OXSjdot/IHF7IU=',
      },
      'hdhd0244k9j7ao03',
    ],
    [
      'a resource',
      'GET',
      'http://photos.example.net/photos?file=vacation.jpg&size=original',
      {
        token: 'nnch734d00sl2jdk',
        timestamp: '137131202',
        nonce: 'chapoH',
        signature: 'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
      },
      'pfkkdhi9sl3r4s00',
    ],
  ])('of the request for %s in RFC 5849, section 1.2, is right', (_, method, url, values, tokenSecret) => {
    const sent = request(method, url, header({ ...client, ...values }));
    expect(isOAuth1Signed(sent, { consumerSecret, tokenSecret })).toBe(true);
    expect(isOAuth1Signed(sent, { consumerSecret: 'another', tokenSecret })).toBe(false);
    expect(isOAuth1Signed(sent, { consumerSecret, tokenSecret: 'another' })).toBe(false);
    expect(isOAuth1Signed({ ...sent, method: 'PUT' }, { consumerSecret, tokenSecret })).toBe(false);
    expect(isOAuth1Signed({ ...sent, url: new URL(`${url}x`) }, { consumerSecret, tokenSecret })).toBe(false);
  });

  it('is made from the text of RFC 5849, section 3.4.1.1', () => {
    const sent = request(
      'POST',
      'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
      `OAuth realm="Example", ${header({
        consumer_key: '9djdj82h48djs9d2',
        token: 'kkk9d7dh3k39sjv7',
        signature_method: 'HMAC-SHA1',
        timestamp: '137131201',
        nonce: '7d8f3e4a',
        signature: 'bYT5CMsGcbgUdFHObYMEfcx6bsw=',
      }).replace(/^OAuth realm="Photos", /, '')}`,
      { body: 'c2&a3=2+q' },
    );
    expect(oauth1Parameters(sent)?.['realm']).toBe('Example');
    expect(signatureBase(sent)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
        'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  it('does not cover a body that is no form', () => {
    const sent = request('POST', 'http://example.com/', header({ nonce: 'n' }), {
      body: '{"a":1}',
      type: 'application/json',
    });
    expect(signatureBase(sent)).toBe('POST&http%3A%2F%2Fexample.com%2F&oauth_nonce%3Dn');
  });

  it('may be the secrets themselves (section 3.4.4)', () => {
    const sent = request(
      'GET',
      'https://example.com/',
      header({ signature_method: 'PLAINTEXT', signature: 'djr9rjt0jd78jf88&jjd999tj88uiths3' }),
    );
    const secrets = { consumerSecret: 'djr9rjt0jd78jf88', tokenSecret: 'jjd999tj88uiths3' };
    expect(isOAuth1Signed(sent, secrets)).toBe(true);
    expect(isOAuth1Signed(sent, { ...secrets, tokenSecret: 'jjd999tj88uiths4' })).toBe(false);
  });

  it('may be made with a private key (section 3.4.3)', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const values = { signature_method: 'RSA-SHA1', nonce: 'n' };
    const base = signatureBase(request('GET', 'https://example.com/a', header(values)));
    const signature = sign(
      'sha1',
      Buffer.from(base),
      createPrivateKey(privateKey.export({ type: 'pkcs1', format: 'pem' })),
    );
    const sent = request(
      'GET',
      'https://example.com/a',
      header({ ...values, signature: signature.toString('base64') }),
    );
    expect(isOAuth1Signed(sent, { consumerSecret: '', publicKey })).toBe(true);
    const other = createPublicKey(
      generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }),
    );
    expect(isOAuth1Signed(sent, { consumerSecret: '', publicKey: other })).toBe(false);
  });
});
