import type { Credentials } from '@svc/contracts';
import type { FlowSubject } from './flow-subject.js';
import type { ArrivedRequest } from './provider-double.js';

/** Modes whose header is computed from the secret instead of holding it. */
const SIGNED: Readonly<Record<string, RegExp>> = {
  OAUTH1: /^OAuth .*oauth_signature=/,
  TBA: /^OAuth .*oauth_signature=/,
  AWS_SIGV4: /^AWS4-HMAC-SHA256 .*Signature=/,
};

/** Whether a call proves who is calling, by the header or parameter that the definition and the mode say. */
export function checkCredential(
  flow: FlowSubject,
  credentials: Credentials,
  request: ArrivedRequest | undefined,
): void {
  const { provider, findings } = flow;
  if (!request) return findings.add('proxy', 'nothing was called');
  const authorization = String(request.headers['authorization'] ?? '');
  const signed = SIGNED[credentials.type];
  if (signed) return findings.that('proxy.headers', signed.test(authorization), `is signed by "${authorization}"`);
  const secrets = secretsOf(credentials);
  if (secrets.length === 0 || isComputed(provider.proxy)) return;
  const places = Object.entries({ ...request.headers, url: decodeURIComponent(request.url), body: request.body });
  const found = places.some(([, value]) => secrets.some((secret) => holds(String(value), secret)));
  findings.that('proxy.headers', found, `the credential is nowhere in ${JSON.stringify(request)}`);
  const own = provider.proxy?.headers?.['authorization'];
  if (own === undefined && ['OAUTH2', 'OAUTH2_CC', 'JWT'].includes(credentials.type))
    findings.equal('proxy.headers.authorization', authorization, `Bearer ${secrets[0]}`);
  if (own === undefined && credentials.type === 'BASIC') {
    const { username, password } = credentials;
    findings.equal(
      'proxy.headers.authorization',
      authorization,
      `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    );
  }
}

function secretsOf(credentials: Credentials): readonly string[] {
  const fields = ['access_token', 'token', 'apiKey', 'password', 'username', 'session_id'];
  return fields.flatMap((name) => {
    const value: unknown = Reflect.get(credentials, name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** Headers that are computed from the secret by a function of the templates. */
const isComputed = (proxy: unknown): boolean =>
  /\$\{(sha256|hmac|ed25519|awsSigV4|fingerprint)/.test(JSON.stringify(proxy));

function holds(text: string, secret: string): boolean {
  if (text.includes(secret)) return true;
  return text.split(/[\s,;=]+/).some((part) => Buffer.from(part, 'base64').toString().includes(secret));
}
