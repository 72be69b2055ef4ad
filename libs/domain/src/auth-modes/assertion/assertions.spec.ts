import { describe, expect, it } from '@jest/globals';
import type { Assertion } from '@svc/contracts';
import { InterpolationContext } from '@svc/providers';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { readXml } from '../xml/xml-text.js';
import { signAssertion } from './sign-assertion.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const context = (key = pem) =>
  new InterpolationContext({ credentials: { user: 'Ann <&"> Ö', client: 'app-1' }, assertionOption: { key } });

const saml: Assertion = {
  type: 'saml',
  signing_key: '${assertionOption.key}',
  expires_in_ms: 600_000,
  issuer: 'gateway',
  subject: '${credentials.user}',
  subject_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  audience: 'www.example.com',
  recipient: 'https://api.example.com/oauth/token?a=1&b=2',
  attributes: { api_key: '${credentials.client}', missing: '${credentials.nothing}' },
  encoding: 'base64',
};
const jwt: Assertion = {
  type: 'jwt',
  signing_key: '${assertionOption.key}',
  expires_in_ms: 600_000,
  header: { alg: 'RS256', kid: '${credentials.client}' },
  payload: { iss: '${credentials.client}', sub: '${credentials.user}', scope: '${credentials.nothing}' },
};

describe('a SAML assertion', () => {
  const xmlOf = async (assertion = saml) => Buffer.from(await signAssertion(assertion, context()), 'base64').toString();

  function isSigned(xml: string): boolean {
    const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml) ?? [];
    const check = new SignedXml({ publicCert: publicKey.export({ type: 'spki', format: 'pem' }) });
    check.loadSignature(signature);
    try {
      return check.checkSignature(xml);
    } catch {
      return false;
    }
  }

  it('is signed, and what it says cannot be changed', async () => {
    const xml = await xmlOf();
    expect(isSigned(xml)).toBe(true);
    expect(isSigned(xml.replace('app-1', 'app-2'))).toBe(false);
  });

  it('says who, to whom, and for how long', async () => {
    const xml = await xmlOf();
    expect(readXml(xml)).toMatchObject({
      Assertion: {
        Issuer: 'gateway',
        Subject: { NameID: 'Ann <&"> Ö' },
        Conditions: { AudienceRestriction: { Audience: 'www.example.com' } },
        AttributeStatement: { Attribute: { AttributeValue: 'app-1' } },
      },
    });
    expect(xml).toContain('Recipient="https://api.example.com/oauth/token?a=1&amp;b=2"');
    const [notBefore = '', notOnOrAfter = ''] =
      /<saml:Conditions NotBefore="(.+?)" NotOnOrAfter="(.+?)"/.exec(xml)?.slice(1) ?? [];
    expect(Date.parse(notOnOrAfter) - Date.parse(notBefore)).toBe(660_000);
  });

  it('has its signature where the schema wants it, and no reference to anything else', async () => {
    const xml = await xmlOf();
    expect(xml).toMatch(/<\/saml:Issuer><ds:Signature/);
    const [, id] = /<saml:Assertion [^>]*ID="(_[^"]+)"/.exec(xml) ?? [];
    expect(xml).toContain(`<ds:Reference URI="#${id}">`);
  });

  it('is written as the definition says', async () => {
    expect(await signAssertion({ ...saml, encoding: 'base64url' }, context())).toMatch(/^[\w-]+$/);
  });
});

describe('a JWT assertion', () => {
  it('says what the definition says, without what has no value', async () => {
    const token = await signAssertion(jwt, context());
    const { payload } = await jwtVerify(token, publicKey);
    expect(payload).toEqual({
      iss: 'app-1',
      sub: 'Ann <&"> Ö',
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: 'app-1' });
  });

  it.each([
    ['with its line breaks written out', pem.replaceAll('\n', '\\n')],
    ['on one line', pem.replaceAll('\n', ' ')],
    ['with the line breaks of Windows', pem.replaceAll('\n', '\r\n')],
    ['in the older format', privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()],
  ])('takes a key %s', async (_, key) => {
    await expect(jwtVerify(await signAssertion(jwt, context(key)), createPublicKey(pem))).resolves.toBeDefined();
  });
});

describe('a key that does not fit', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  it.each([
    [jwt, 'no key'],
    [jwt, ec.toString()],
    [saml, ec.toString()],
    [saml, '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'],
  ])('is refused without being repeated (%#)', async (assertion, key) => {
    const signed = signAssertion(assertion, context(key));
    await expect(signed).rejects.toMatchObject({ code: 'invalid_certificate_or_key_format' });
    await expect(signed).rejects.not.toMatchObject({ message: expect.stringContaining(key) });
  });

  it('that is missing is named', async () => {
    await expect(signAssertion(jwt, new InterpolationContext({}))).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('assertionOption.key'),
    });
  });
});
