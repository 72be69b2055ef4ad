import { AppError } from '@svc/errors';
import { signAwsSigV4 } from '@svc/providers';
import type { AuthStrategy } from './auth-strategy.js';
import { credentialText } from './credential-text.js';

/** Headers that are part of the signature beside the ones that AWS demands. */
const SIGNED_HEADERS = new Set(['content-type', 'content-md5', 'range']);
const isSigned = (name: string): boolean => SIGNED_HEADERS.has(name) || name.startsWith('x-amz-');

/** AWS Signature Version 4, over the request as it is sent. */
export const awsSigV4Strategy: AuthStrategy = {
  signsBody: () => true,
  headers: ({ method, url, headers, body }, { connection: { credentials }, provider }) => {
    const service = optional(credentials['service']) ?? provider.aws_sigv4?.service;
    const region = optional(credentials['region']) ?? provider.aws_sigv4?.default_region;
    if (!service || !region) {
      throw new AppError(
        'unsupported_auth',
        'AWS Signature Version 4 needs a service and a region. Set them on the connection or the provider.',
      );
    }
    const sessionToken = optional(credentials['session_token']);
    return signAwsSigV4({
      method,
      url: new URL(url),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => isSigned(name))),
      ...(headers['host'] !== undefined && { host: headers['host'] }),
      ...(body && { body }),
      accessKeyId: credentialText(credentials, 'access_key_id'),
      secretAccessKey: credentialText(credentials, 'secret_access_key'),
      ...(sessionToken !== undefined && { sessionToken }),
      region,
      service,
      now: new Date(),
    });
  },
};

const optional = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
