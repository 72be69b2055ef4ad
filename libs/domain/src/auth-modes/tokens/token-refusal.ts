/** Whose credentials a token request carries: those of a user's grant, or the client's own. */
export type GrantOwner = 'user' | 'client';

/** What an answer of a token endpoint gives as its reason, in whatever place the provider has it. */
export interface TokenRefusal {
  /** As it stands in the answer, cut short. */
  readonly code: string | undefined;
  readonly description: string | undefined;
  /** More exact codes beside the first: Microsoft's `suberror` and `error_codes` (as `AADSTS<n>`), Google's `error_subtype`. */
  readonly details: readonly string[];
}

/** Longest part of a provider's own words that is repeated. */
const MAX_LENGTH = 300;

type Meaning = 'auth_dead' | 'auth_transient' | 'throttled' | 'provider_down';

const table = (entries: Readonly<Record<Meaning, readonly string[]>>): ReadonlyMap<string, Meaning> =>
  new Map(
    (['auth_dead', 'auth_transient', 'throttled', 'provider_down'] as const).flatMap((meaning) =>
      entries[meaning].map((code) => [code, meaning] as const),
    ),
  );

/**
 * Codes, in lower case with `_` for spaces. `auth_dead` are those after which only the user can help: the grant is gone (RFC
 * 6749, section 5.2, and how providers spell it) or must be given again. Codes about the client, such as `invalid_client`
 * and `unauthorized_client`, are about the integration: its owner mends them for all connections at once.
 */
const CODES = table({
  auth_dead: [
    'invalid_grant',
    'consent_required',
    'interaction_required',
    'login_required',
    // GitHub, HubSpot; Slack; Zoho, which calls a refresh token a code.
    'bad_refresh_token',
    'invalid_refresh_token',
    'refresh_token_expired',
    'token_revoked',
    'token_expired',
    'invalid_token',
    'account_inactive',
    'user_removed_from_team',
    'invalid_code',
    // Salesforce.
    'inactive_user',
    'inactive_org',
    // Facebook.
    '190',
    // OAuth 1.0a, by the problem reporting extension.
    'token_rejected',
    'verifier_invalid',
  ],
  auth_transient: [],
  throttled: ['slow_down', 'rate_limited', 'ratelimited', 'rate_limit_exceeded', 'rate_limit', 'too_many_requests'],
  provider_down: [
    'temporarily_unavailable',
    'server_error',
    'internal_error',
    'internal_server_error',
    'fatal_error',
    'service_unavailable',
    'unknown_error',
    // Slack, while a workspace moves into an organization.
    'team_added_to_org',
  ],
});

/** Exact codes decide before the general one beside them. */
const DETAILS = table({
  auth_dead: [],
  // The refresh token belongs to another app; the app is switched off in this tenant.
  auth_transient: ['client_mismatch', 'aadsts7000112'],
  throttled: ['aadsts90055', 'aadsts90024', 'aadsts50196'],
  provider_down: ['aadsts50033', 'aadsts90033'],
});

/** Words that say what a code does not, for providers that answer different things with one code. */
const WORDS: readonly (readonly [RegExp, Meaning])[] = [
  // Zoho says access_denied, Salesforce invalid_grant.
  [/too many requests|login rate exceeded|rate limit/i, 'throttled'],
  // Salesforce: the login hours of the user, or an address that is not on the list.
  [/ip restricted|login hours/i, 'auth_transient'],
  // Salesforce.
  [/retry your request/i, 'provider_down'],
];

/** A refresh token that is refused under a code which says something else (Atlassian, X, Zoom, Shopify, Twitch). */
const DEAD_WORDS =
  /(invalid|unknown|expired|revoked|bad|active) refresh[ _-]?token|refresh[ _-]?token\b[^.]*\b(invalid|expired|revoked|not found|not valid|already used)|value passed for the token was invalid|^invalid token!?$/i;

/** Where the client belongs to the connection, one that is refused is a dead connection. */
const DEAD_CLIENT: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client', 'access_denied']);

/** What a refusal says about the credentials; undefined when it gives no reason at all. */
export function meaningOf({ code, description, details }: TokenRefusal, owner: GrantOwner): Meaning | undefined {
  for (const detail of details) {
    const exact = DETAILS.get(normalized(detail));
    if (exact) return exact;
  }
  const words = description ?? '';
  const said = WORDS.find(([pattern]) => pattern.test(words));
  if (said) return said[1];
  const known = code === undefined ? undefined : CODES.get(normalized(code));
  if (known) return known;
  if (DEAD_WORDS.test(words)) return 'auth_dead';
  if (code === undefined) return undefined;
  return owner === 'client' && DEAD_CLIENT.has(normalized(code)) ? 'auth_dead' : 'auth_transient';
}

/** `error` as RFC 6749 has it, or nested, or under the other names that providers use. */
export function refusalOf(body: Readonly<Record<string, unknown>> | undefined): TokenRefusal {
  const error = body?.['error'];
  const nested: Readonly<Record<string, unknown>> = { ...Object(error) };
  const code =
    (typeof error === 'string' ? textOf(error) : firstText(nested, 'code', 'type', 'status')) ??
    (body && firstText(body, 'error_code', 'code', 'status', 'oauth_problem'));
  const description =
    (body && firstText(body, 'error_description', 'message', 'reason', 'error_message')) ?? textOf(nested['message']);
  return { code, description, details: body ? detailsOf(body) : [] };
}

function detailsOf(body: Readonly<Record<string, unknown>>): string[] {
  const numbers: unknown = body['error_codes'];
  return [
    ...(Array.isArray(numbers) ? numbers.map((number) => `AADSTS${String(number)}`) : []),
    ...[body['suberror'], body['error_subtype']].flatMap((value) => textOf(value) ?? []),
  ];
}

function firstText(from: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = from[name];
    const text = typeof value === 'number' && name === 'code' ? String(value) : textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_LENGTH) : undefined;

const normalized = (code: string): string => code.toLowerCase().replaceAll(/[\s-]+/g, '_');
