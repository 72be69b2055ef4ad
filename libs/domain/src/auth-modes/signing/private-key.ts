import { AppError } from '@svc/errors';
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { wellFormedPem } from './well-formed-pem.js';

/**
 * Reads a private key that a person pasted.
 *
 * @throws AppError `invalid_certificate_or_key_format`
 */
export function readPrivateKey(text: string): KeyObject {
  try {
    return createPrivateKey(wellFormedPem(text));
  } catch (cause) {
    throw unusableKey('The private key cannot be read: paste the whole file, from -----BEGIN to -----END.', cause);
  }
}

/** A key that is none, or not of the kind that the provider's algorithm needs. */
export const unusableKey = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_certificate_or_key_format', message, { cause });
