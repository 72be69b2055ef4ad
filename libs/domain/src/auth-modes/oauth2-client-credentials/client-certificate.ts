import type { ErrorIssue } from '@svc/contracts';
import { invalidBody } from '@svc/errors';
import { X509Certificate, type KeyObject } from 'node:crypto';
import { readPrivateKey } from '../signing/private-key.js';
import { wellFormedPem } from '../signing/well-formed-pem.js';
import type { TypedFields } from '../typed-in/read-input.js';

/**
 * The fields with certificate and key in the form that TLS takes; both are tried before anything is sent with them.
 *
 * @throws AppError `invalid_body` with every problem.
 */
export function withCertificate({ client_certificate, client_private_key, ...fields }: TypedFields): TypedFields {
  const issues: ErrorIssue[] = [];
  const key = attempt(client_private_key, readPrivateKey, () => issues.push(unreadable('client_private_key')));
  const certificate = attempt(client_certificate, readCertificate, () => issues.push(unreadable('client_certificate')));
  if (key && certificate && !certificate.checkPrivateKey(key))
    issues.push(issue('client_private_key', 'does not belong to the certificate'));
  if (issues.length > 0) throw invalidBody(...issues);
  return {
    ...fields,
    ...(client_certificate && { client_certificate: wellFormedPem(client_certificate) }),
    ...(client_private_key && { client_private_key: pemOf(key) }),
  };
}

const readCertificate = (text: string): X509Certificate => new X509Certificate(wellFormedPem(text));

const pemOf = (key: KeyObject | undefined): string => key?.export({ type: 'pkcs8', format: 'pem' }).toString() ?? '';

function attempt<T>(text: string | undefined, read: (text: string) => T, onFailure: () => unknown): T | undefined {
  if (!text) return undefined;
  try {
    return read(text);
  } catch {
    onFailure();
    return undefined;
  }
}

const unreadable = (name: string): ErrorIssue =>
  issue(name, 'cannot be read: paste the whole PEM file, from -----BEGIN to -----END');

const issue = (name: string, message: string): ErrorIssue => ({
  code: 'invalid_format',
  path: [name],
  message: `"${name}" ${message}`,
});
