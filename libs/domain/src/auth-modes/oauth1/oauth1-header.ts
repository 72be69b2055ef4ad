import type { Provider } from '@svc/contracts';
import { AppError } from '@svc/errors';
import { createHmac, createSign, randomUUID } from 'node:crypto';
import OAuth from 'oauth-1.0a';

/** What is signed of a request. */
export interface SignableRequest {
  readonly method: string;
  readonly url: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

type SignatureMethod = NonNullable<Provider['signature_method']>;

export interface OAuth1Keys {
  readonly consumer: { readonly key: string; readonly secret: string };
  /** None while a request token is asked for. */
  readonly token?: { readonly key: string; readonly secret: string };
  readonly signatureMethod: SignatureMethod;
  readonly realm?: string | undefined;
  /** Further protocol parameters, such as `oauth_verifier`. */
  readonly params?: Readonly<Record<string, string>>;
}

type Signer = (baseString: string, key: string, consumerSecret: string) => string;

const SIGNERS: Readonly<Record<SignatureMethod, Signer>> = {
  'HMAC-SHA1': (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  'HMAC-SHA256': (base, key) => createHmac('sha256', key).update(base).digest('base64'),
  'RSA-SHA1': (base, _, pem) => signWithKey(base, pem),
  PLAINTEXT: (_, key) => key,
};

function signWithKey(base: string, pem: string): string {
  try {
    return createSign('RSA-SHA1').update(base).sign(pem, 'base64');
  } catch (cause) {
    throw new AppError(
      'invalid_certificate_or_key_format',
      'RSA-SHA1 signs with a private key: set it as client_secret of the integration, as PEM.',
      { cause },
    );
  }
}

/** Form bodies are part of the signature (RFC 5849, section 3.4.1.3.1). */
export const isForm = (contentType: string): boolean =>
  contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');

/** The OAuth 1.0a `Authorization` header of a request (RFC 5849). With RSA the consumer's secret is its private key. */
export function oauth1Header(request: SignableRequest, keys: OAuth1Keys): Record<string, string> {
  const { consumer, token, signatureMethod, realm, params } = keys;
  const sign = SIGNERS[signatureMethod];
  const oauth = new OAuth({
    consumer: { ...consumer },
    signature_method: signatureMethod,
    hash_function: (base, key) => sign(base, key, consumer.secret),
    ...(realm !== undefined && { realm }),
  });
  oauth.getNonce = () => randomUUID();
  // The library decodes values but not names, so it gets parameters that were decoded already.
  const data = { ...parametersOf(request), ...params };
  const signed = oauth.authorize(
    { url: baseAddressOf(request.url), method: request.method, data },
    token && { ...token },
  );
  return { authorization: oauth.toHeader({ ...signed, ...params }).Authorization };
}

/** Scheme and host in lower case, without the port that goes without saying (RFC 5849, section 3.4.1.2). */
function baseAddressOf(url: string): string {
  const [address = ''] = url.split('?', 1);
  return address.replace(/^https?:\/\/[^/]*/i, new URL(url).origin);
}

function parametersOf({ url, headers, body }: SignableRequest): Record<string, string | string[]> {
  const query = url.slice(url.split('?', 1)[0]?.length).replace(/^\?/, '');
  const form = body && isForm(headers['content-type'] ?? '') ? body.toString('utf8') : '';
  const parameters: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of [...new URLSearchParams(query), ...new URLSearchParams(form)]) {
    const known = parameters[name];
    parameters[name] = known === undefined ? value : [known, value].flat();
  }
  return parameters;
}
