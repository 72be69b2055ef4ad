import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { checkJwt } from './jwt.js';
import { authorizationOf, type ReceivedRequest } from './received-request.js';
import type { Protocol, Route } from './route.js';

const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** An account whose callers sign their own tokens: RS256, ES256 or HS256, known by the header's `kid`. */
export class JwtAccount implements Protocol {
  readonly routes: readonly Route[] = [];
  readonly issuer = 'issuer-1';
  readonly audience = 'https://api.example.com/';
  readonly rsaPrivateKey: string;
  readonly ecPrivateKey: string;
  /** Key of HS256, as text. */
  readonly hmacSecret = 'a-shared-secret-of-32-characters';
  /** Another one, as hex. */
  readonly hmacHexSecret = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
  /** The payload of the last token that was right. */
  lastPayload: Readonly<Record<string, unknown>> | undefined;
  private readonly keys: ReadonlyMap<string, KeyObject>;

  constructor() {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.rsaPrivateKey = pem(rsa.privateKey);
    this.ecPrivateKey = pem(ec.privateKey);
    this.keys = new Map([
      ['rsa', rsa.publicKey],
      ['ec', ec.publicKey],
      ['hmac', createSecretKey(Buffer.from(this.hmacSecret))],
      ['hmac-hex', createSecretKey(Buffer.from(this.hmacHexSecret, 'hex'))],
    ]);
  }

  identify(request: ReceivedRequest): string | undefined {
    const token = authorizationOf(request, 'Bearer') ?? '';
    for (const [kid, key] of this.keys) {
      const checked = checkJwt(token, key);
      if (checked?.header['kid'] !== kid || checked.payload['iss'] !== this.issuer) continue;
      if (checked.payload['aud'] !== this.audience) continue;
      this.lastPayload = checked.payload;
      return `jwt:${kid}`;
    }
    return undefined;
  }
}
