import { DERIVATION_BOUNDS } from './derivation-bounds.js';

/** Where OpenSSL looks for PKCS#8. It takes what is encrypted under either name. */
const PKCS8_BEGIN = /-----BEGIN (?:ENCRYPTED )?PRIVATE KEY/;
const PKCS8_REST = /^-----\s+([A-Za-z0-9+/\s]+=*)\s*-----END /;

const TAGS = { integer: 0x02, objectId: 0x06, sequence: 0x30 } as const;
/** 1.3.6.1.4.1.11591.4.11 of RFC 7914. */
const SCRYPT = '2b06010401da47040b';

/**
 * An encrypted key says itself how its passphrase is hashed, and how often (PBES1 and PBES2 of RFC 8018): that is bounded before it
 * is done. What cannot be read here is refused, as OpenSSL might still read it.
 * @throws {RangeError} where it would take too long
 */
export const checkLockedKey = (format: 'pem' | 'der', key: Buffer): void => {
  const all = format === 'der' ? [key] : key.toString('latin1').split(PKCS8_BEGIN).slice(1).map(bytesOfPem);
  for (const der of all) {
    const [algorithm] = elementsOf(elementsOf(der)[0]?.content);
    // A key that is not encrypted begins with its version.
    if (algorithm?.tag !== TAGS.integer) checkParameters(elementsOf(algorithm?.content));
  }
};

/** Elements of DER and those inside of them. The parameters of an algorithm stand beside its name. */
const checkParameters = (elements: readonly Element[], outerName = ''): void => {
  const hexOf = (tag: number) => elements.filter((e) => e.tag === tag).map(({ content }) => content.toString('hex'));
  const [name = outerName] = hexOf(TAGS.objectId);
  const numbers = hexOf(TAGS.integer).map((hex) => Number.parseInt(hex, 16));
  if (name === SCRYPT) checkCost('N * r * p of scrypt', numbers.slice(0, 3), DERIVATION_BOUNDS.scryptCost);
  else for (const number of numbers) checkCost('iterations', [number], DERIVATION_BOUNDS.iterations);
  for (const { tag, content } of elements) if (tag === TAGS.sequence) checkParameters(elementsOf(content), name);
};

const checkCost = (what: string, factors: readonly number[], max: number): void => {
  const cost = factors.reduce((product, factor) => product * factor, 1);
  if (cost <= max) return;
  throw new RangeError(
    `The passphrase of a key may take ${what} up to ${max} here, as all else waits for it; this is ${cost}. Encrypt the key again with less.`,
  );
};

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** DER's elements, one after the other: a tag of one byte, a length, the content. */
const elementsOf = (bytes: Buffer = Buffer.alloc(0)): Element[] => {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, short = 0] = bytes.subarray(at, at + 2);
    const lengthBytes = short < 0x80 ? 0 : short - 0x80;
    const begin = at + 2 + lengthBytes;
    const isIndefinite = short === 0x80;
    if ((tag & 0x1f) === 0x1f || isIndefinite || lengthBytes > 4 || begin > bytes.length) throw unreadable();
    const end = begin + (lengthBytes === 0 ? short : bytes.readUIntBE(at + 2, lengthBytes));
    if (end > bytes.length) throw unreadable();
    elements.push({ tag, content: bytes.subarray(begin, end) });
    at = end;
  }
  return elements;
};

const bytesOfPem = (text: string): Buffer => {
  const base64 = PKCS8_REST.exec(text)?.[1];
  if (base64 === undefined) throw unreadable();
  return Buffer.from(base64, 'base64');
};

const unreadable = (): Error => new RangeError('The key is not PKCS#8 as PEM or DER, so its passphrase is of no use.');
