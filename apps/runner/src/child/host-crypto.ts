import { hostCipher } from './host-ciphers.js';
import { hostDerive } from './host-derivations.js';
import { hostDigest, hostRandomBytes } from './host-digests.js';
import { hostKey } from './host-keys.js';
import { hostSign, hostVerify } from './host-signatures.js';
import { HostWebCrypto } from './host-web-crypto.js';

/** What a host does for the isolate's `crypto`, whoever surrounds a function: a child or a dry run. */
export const HOST_CRYPTO = {
  /** Answered at once. */
  functions: {
    digest: hostDigest,
    sign: hostSign,
    verify: hostVerify,
    cipher: hostCipher,
    key: hostKey,
    derive: hostDerive,
    randomBytes: hostRandomBytes,
  },
  /** For one run. */
  createWebCrypto: (): HostWebCrypto => new HostWebCrypto(),
} as const;
