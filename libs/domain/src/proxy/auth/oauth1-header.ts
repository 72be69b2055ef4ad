import { createHmac, createSign } from 'node:crypto';
import { AppError } from '@svc/errors';
import OAuth from 'oauth-1.0a';
import type { UnsignedRequest } from './auth-strategy.js';

export interface OAuth1Keys {
  readonly consumer: { readonly key: string; readonly secret: string };
  readonly token: { readonly key: string; readonly secret: string };
  readonly signatureMethod: string;
  readonly realm?: string | undefined;
}

type Signer = (baseString: string, key: string, consumerSecret: string) => string;

const SIGNERS: Readonly<Record<string, Signer>> = {
  'HMAC-SHA1': (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  'HMAC-SHA256': (base, key) => createHmac('sha256', key).update(base).digest('base64'),
  'RSA-SHA1': (base, _, pem) => createSign('RSA-SHA1').update(base).sign(pem, 'base64'),
  PLAINTEXT: (_, key) => key,
};

/** Form bodies are part of the signature (RFC 5849, section 3.4.1.3.1). */
export const isForm = (contentType: string): boolean =>
  contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');

/** The OAuth 1.0a `Authorization` header of a request (RFC 5849). */
export function oauth1Header(request: UnsignedRequest, keys: OAuth1Keys): Record<string, string> {
  const { consumer, token, signatureMethod, realm } = keys;
  const sign = SIGNERS[signatureMethod];
  if (!sign)
    throw new AppError(
      'unsupported_auth',
      `The signature method "${signatureMethod}" is not supported. Use one of ${Object.keys(SIGNERS).join(', ')}.`,
    );
  const oauth = new OAuth({
    consumer: { ...consumer },
    signature_method: signatureMethod,
    hash_function: (base, key) => sign(base, key, consumer.secret),
    ...(realm !== undefined && { realm }),
  });
  const [address = ''] = request.url.split('?', 1);
  // The library decodes values but not names, so it gets parameters that were decoded already.
  const data = { url: address, method: request.method, data: parametersOf(request) };
  return { authorization: oauth.toHeader(oauth.authorize(data, { ...token })).Authorization };
}

function parametersOf({ url, headers, body }: UnsignedRequest): Record<string, string | string[]> {
  const query = url.slice(url.split('?', 1)[0]?.length).replace(/^\?/, '');
  const form = body && isForm(headers['content-type'] ?? '') ? body.toString('utf8') : '';
  const parameters: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of [...new URLSearchParams(query), ...new URLSearchParams(form)]) {
    const known = parameters[name];
    parameters[name] = known === undefined ? value : [known, value].flat();
  }
  return parameters;
}
