import { SignedXml } from 'xml-crypto';
import { randomUUID } from 'node:crypto';
import { readPrivateKey, unusableKey } from '../signing/private-key.js';
import { writeXml } from '../xml/xml-text.js';

/** A statement about a person, to sign (SAML 2.0 core, sections 2.3 to 2.7). */
export interface SamlStatement {
  /** PEM of an RSA key. */
  readonly key: string;
  readonly issuer: string;
  readonly subject: string;
  readonly subjectFormat: string;
  readonly audience: string;
  readonly recipient: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly lifeMs: number;
}

/** Clocks of two servers may differ by this. */
const CLOCK_SKEW_MS = 60_000;

const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/**
 * A signed assertion as XML (RFC 7522, section 3).
 *
 * @throws AppError `invalid_certificate_or_key_format`
 */
export function samlAssertion(statement: SamlStatement, nowMs = Date.now()): string {
  const key = readPrivateKey(statement.key);
  if (key.asymmetricKeyType !== 'rsa')
    throw unusableKey('A SAML assertion is signed with an RSA key: use one of that kind.');
  const signed = new SignedXml({
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signed.addReference({
    xpath: "/*[local-name(.)='Assertion']",
    digestAlgorithm: SHA256,
    transforms: [ENVELOPED, EXCLUSIVE_C14N],
  });
  // The schema has the signature right behind the issuer.
  signed.computeSignature(unsigned(statement, nowMs), {
    prefix: 'ds',
    location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signed.getSignedXml();
}

function unsigned(statement: SamlStatement, nowMs: number): string {
  const { issuer, subject, subjectFormat, audience, recipient, attributes, lifeMs } = statement;
  const at = (ms: number): string => new Date(ms).toISOString();
  const notOnOrAfter = at(nowMs + lifeMs);
  const named = Object.entries(attributes).map(([name, value]) => ({ '@_Name': name, 'saml:AttributeValue': value }));
  return writeXml({
    'saml:Assertion': {
      '@_xmlns:saml': 'urn:oasis:names:tc:SAML:2.0:assertion',
      // An XML id begins with no digit.
      '@_ID': `_${randomUUID()}`,
      '@_IssueInstant': at(nowMs),
      '@_Version': '2.0',
      'saml:Issuer': issuer,
      'saml:Subject': {
        'saml:NameID': { '@_Format': subjectFormat, '#text': subject },
        'saml:SubjectConfirmation': {
          '@_Method': 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
          'saml:SubjectConfirmationData': { '@_NotOnOrAfter': notOnOrAfter, '@_Recipient': recipient },
        },
      },
      'saml:Conditions': {
        '@_NotBefore': at(nowMs - CLOCK_SKEW_MS),
        '@_NotOnOrAfter': notOnOrAfter,
        'saml:AudienceRestriction': { 'saml:Audience': audience },
      },
      'saml:AuthnStatement': {
        '@_AuthnInstant': at(nowMs),
        '@_SessionIndex': randomUUID(),
        'saml:AuthnContext': {
          'saml:AuthnContextClassRef': 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified',
        },
      },
      ...(named.length > 0 && { 'saml:AttributeStatement': { 'saml:Attribute': named } }),
    },
  });
}
