import { hostCipher } from './host-ciphers.js';
import { hostDigest, hostRandomBytes } from './host-digests.js';
import { hostSign, hostVerify } from './host-signatures.js';

/** What the isolate's `crypto` asks of its host at once, for whoever surrounds a function: a child or a dry run. */
export const HOST_CRYPTO = {
  digest: hostDigest,
  sign: hostSign,
  verify: hostVerify,
  cipher: hostCipher,
  randomBytes: hostRandomBytes,
} as const;

export { HostWebCrypto } from './host-web-crypto.js';
