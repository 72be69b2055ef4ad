import { SignJWT } from 'jose';
import { randomUUID, X509Certificate, type KeyObject } from 'node:crypto';
import { readPrivateKey } from '../signing/private-key.js';
import { wellFormedPem } from '../signing/well-formed-pem.js';
import { TokenFailure } from './token-failure.js';

export interface AssertionSigner {
  readonly clientId: string;
  /** Address of the token endpoint: who the assertion is for. */
  readonly audience: string;
  /** PEM. */
  readonly privateKey?: string | undefined;
  /** PEM; names the key where the provider knows it by its certificate. */
  readonly certificate?: string | undefined;
}

const LIFE_S = 300;

/**
 * Parameters that prove a client by its private key (RFC 7523, section 2.2).
 *
 * @throws TokenFailure `misconfigured` when the key or the certificate cannot be read.
 */
export async function clientAssertion({
  clientId,
  audience,
  privateKey,
  certificate,
}: AssertionSigner): Promise<Record<string, string>> {
  try {
    const key = readPrivateKey(privateKey ?? '');
    const alg = algorithmOf(key);
    const thumbprint = certificate ? thumbprintOf(certificate) : undefined;
    const jwt = new SignJWT()
      .setProtectedHeader({ alg, typ: 'JWT', ...(thumbprint !== undefined && { 'x5t#S256': thumbprint }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime(`${LIFE_S} s`);
    return {
      client_id: clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await jwt.sign(key),
    };
  } catch (cause) {
    throw new TokenFailure(
      'misconfigured',
      'The private key or the certificate of the client cannot be read: both are PEM.',
      undefined,
      { cause },
    );
  }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  if (asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (asymmetricKeyType !== 'ec') return 'RS256';
  return { secp384r1: 'ES384', secp521r1: 'ES512' }[asymmetricKeyDetails?.namedCurve ?? ''] ?? 'ES256';
}

const thumbprintOf = (certificate: string): string =>
  Buffer.from(new X509Certificate(wellFormedPem(certificate)).fingerprint256.replaceAll(':', ''), 'hex').toString(
    'base64url',
  );
