import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';

/** A self-signed certificate for tests, in PEM. */
export interface TestCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  /** SHA-256 of the certificate, as Node's TLS sockets show it. */
  readonly fingerprint: string;
}

const DAY_MS = 86_400_000;
const OID = {
  commonName: '0603550403',
  ecdsaWithSha256: '06082a8648ce3d040302',
  basicConstraints: '0603551d13',
  subjectAltName: '0603551d11',
};

const ellipticKeys = (): KeyPairKeyObjectResult => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Makes a certificate (RFC 5280) for 127.0.0.1 and localhost, valid for a day. One for an RSA key is not signed by itself. */
export function createTestCertificate(commonName: string, { publicKey, privateKey } = ellipticKeys()): TestCertificate {
  const signer = privateKey.asymmetricKeyType === 'ec' ? privateKey : ellipticKeys().privateKey;
  const algorithm = sequence(hex(OID.ecdsaWithSha256));
  const body = toBeSigned(commonName, publicKey, algorithm);
  const certificate = sequence(body, algorithm, bitString(sign('sha256', body, signer)));
  const base64 = certificate.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(certificate).digest('hex').toUpperCase().match(/../g)?.join(':') ?? '',
  };
}

function toBeSigned(commonName: string, publicKey: KeyObject, algorithm: Buffer): Buffer {
  const name = sequence(element(0x31, sequence(hex(OID.commonName), element(0x0c, Buffer.from(commonName)))));
  const validity = sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS));
  const isAuthority = sequence(hex(OID.basicConstraints), octets(sequence(hex('0101ff'))));
  const addresses = sequence(element(0x82, Buffer.from('localhost')), element(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(isAuthority, sequence(hex(OID.subjectAltName), octets(addresses)));
  return sequence(
    element(0xa0, hex('020102')),
    element(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  );
}

/** An element of DER: tag, length, content. */
function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  const header = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), body]);
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sequence = (...content: readonly Buffer[]): Buffer => element(0x30, ...content);
const octets = (content: Buffer): Buffer => element(0x04, content);
const bitString = (content: Buffer): Buffer => element(0x03, Buffer.from([0]), content);
const time = (ms: number): Buffer =>
  element(
    0x17,
    Buffer.from(
      `${new Date(ms)
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );
