import type { Provider, TemplateTree } from '@svc/contracts';
import type { JsonRequest } from '@svc/http';
import { interpolateBody, interpolateUrl } from '@svc/providers';
import type { AuthSubject } from '../auth-subject.js';
import { asMisconfigured } from '../tokens/as-misconfigured.js';
import { credentialContext } from '../tokens/credential-context.js';
import { TokenFailure } from '../tokens/token-failure.js';
import { oauth1Header, type OAuth1Keys } from './oauth1-header.js';

export interface OAuth1RequestParts {
  readonly url: string | undefined;
  readonly method: Provider['request_http_method'];
  /** Parameters of the definition: in the query of GET, else in the body. */
  readonly templates: Readonly<Record<string, TemplateTree>> | undefined;
  readonly keys: OAuth1Keys;
}

/**
 * Writes and signs a request for a token (RFC 5849, sections 2.1 and 2.3).
 *
 * @throws TokenFailure `misconfigured` when a value for the address is missing or the key cannot sign.
 */
export async function writeOAuth1Request(
  subject: AuthSubject,
  { url: template, method = 'POST', templates, keys }: OAuth1RequestParts,
): Promise<JsonRequest> {
  if (!template)
    throw new TokenFailure('misconfigured', `The provider ${subject.provider.name} has no address for tokens.`);
  const context = credentialContext(subject, { clientId: keys.consumer.key, clientSecret: keys.consumer.secret });
  const address = await asMisconfigured(() => interpolateUrl(template, context));
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(interpolateBody(templates, context))) params.append(name, String(value));
  const isForm = method !== 'GET' && params.size > 0;
  const url = isForm || params.size === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${params}`;
  const body = isForm ? params.toString() : undefined;
  const headers: Record<string, string> = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const signable = { method, url, headers, body: body === undefined ? undefined : Buffer.from(body) };
  const signature = await asMisconfigured(() => oauth1Header(signable, keys));
  return { method, url, headers: { ...headers, ...signature }, body };
}
