import { AppError } from '@svc/errors';
import { createPrivateKey, type KeyObject } from 'node:crypto';

const PEM = /-----BEGIN ([A-Z ]+)-----([\s\S]+?)-----END \1-----/;

/**
 * Reads a private key that a person pasted. Forms and environment variables write line breaks as `\n`, as blanks or not at
 * all, so they are put back where PEM wants them.
 *
 * @throws AppError `invalid_certificate_or_key_format`
 */
export function readPrivateKey(text: string): KeyObject {
  const [, label = '', body = ''] = PEM.exec(text.replaceAll('\\n', '\n')) ?? [];
  const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  try {
    return createPrivateKey([`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n'));
  } catch (cause) {
    throw unusableKey('The private key cannot be read: paste the whole file, from -----BEGIN to -----END.', cause);
  }
}

/** A key that is none, or not of the kind that the provider's algorithm needs. */
export const unusableKey = (message: string, cause?: unknown): AppError =>
  new AppError('invalid_certificate_or_key_format', message, { cause });
