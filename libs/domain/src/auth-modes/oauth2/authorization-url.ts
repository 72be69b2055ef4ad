import type { Provider } from '@svc/contracts';
import { interpolateUrl, type InterpolationContext } from '@svc/providers';
import type { AuthSubject } from '../auth-subject.js';
import { authorizationParams } from '../browser-url.js';
import { publicContext } from '../public-context.js';
import { TokenFailure } from '../tokens/token-failure.js';
import type { AuthorizationRequest } from '../redirect-authorization.js';
import { scopesOf } from './scopes.js';

type Params = Readonly<Record<string, string>>;

export interface AuthorizationUrlParts {
  readonly clientId: string;
  readonly request: Pick<AuthorizationRequest, 'state' | 'redirectUri' | 'userScopes' | 'authorizationParams'>;
  /** S256 of the verifier (RFC 7636), where PKCE is used. */
  readonly challenge?: string | undefined;
  /** Instead of the definition's address and scopes, where they were discovered. */
  readonly discovered?: { readonly url: string; readonly scopes: readonly string[]; readonly params: Params };
}

/** Nobody but the gateway says where the answer goes and what it is bound to. */
const OURS = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'redirect_uri',
  'response_type',
  'state',
]);

/**
 * The address that the browser is sent to, as the definition wants it (wire contract, section 18, "OAuth authorize").
 *
 * @throws AppError `invalid_body` when a value for the address is missing.
 * @throws TokenFailure `misconfigured` when it becomes too long.
 */
export function authorizationUrl(subject: AuthSubject, parts: AuthorizationUrlParts): string {
  const { provider } = subject;
  const { clientId, request, challenge, discovered } = parts;
  const context = publicContext(subject, { clientId });
  const base = new URL(discovered?.url ?? addressOf(provider, context));
  const scope = (discovered?.scopes ?? scopesOf(subject, context, request.userScopes)).join(
    provider.scope_separator ?? ' ',
  );
  const params = {
    ...Object.fromEntries(base.searchParams),
    response_type: 'code',
    client_id: clientId,
    ...(scope && { scope }),
    ...authorizationParams(subject, context, { ...discovered?.params, ...withoutOurs(request.authorizationParams) }),
    redirect_uri: request.redirectUri,
    state: request.state,
    ...(challenge !== undefined && { code_challenge: challenge, code_challenge_method: 'S256' }),
  };
  const fragment = provider.authorization_url_fragment?.replace(/^#/, '') ?? base.hash.slice(1);
  const address = `${base.origin}${base.pathname}${fragment && `#${fragment}`}`;
  return replaced(`${address}?${queryOf(provider, params)}`, provider.authorization_url_replacements);
}

const addressOf = (provider: Provider, context: InterpolationContext): string =>
  interpolateUrl(provider.authorization_url ?? '', context, {
    skipEncode: provider.authorization_url_skip_encode?.includes('base_url') ?? false,
    code: 'invalid_body',
  });

const withoutOurs = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !OURS.has(name)));

/** Blanks become `%20`: not every provider reads `+` as one. */
function queryOf(provider: Provider, params: Params): string {
  const keepsScopes = provider.authorization_url_skip_encode?.includes('scopes');
  return Object.entries(params)
    .filter(([, value]) => value !== '' || !provider.authorization_url_skip_empty)
    .map(([name, value]) => {
      const encoded = encodeURIComponent(value);
      return `${encodeURIComponent(name)}=${name === 'scope' && keepsScopes ? readable(encoded) : encoded}`;
    })
    .join('&');
}

/** Signs that a query may hold as they are; nothing that could begin another parameter. */
const readable = (encoded: string): string => encoded.replaceAll(/%(?:21|24|2B|2C|2F|3A|3B|40)/g, decodeURIComponent);

/** Far more than a browser sends. */
const MAX_LENGTH = 65_536;

/** Environments write definitions too, and each replacement may multiply what the one before it left. */
const replaced = (url: string, replacements: Params = {}): string =>
  Object.entries(replacements).reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (text.length + parts.length * to.length > MAX_LENGTH)
      throw new TokenFailure(
        'misconfigured',
        "authorization_url_replacements make the address of the provider's page too long.",
      );
    return parts.join(to);
  }, url);
