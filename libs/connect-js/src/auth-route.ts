/** What decides how an account is connected: two fields of the provider's definition. */
export interface AuthProvider {
  readonly auth_mode: string;
  readonly installation?: string | undefined;
}

/** Routes that take typed-in credentials, by auth mode. Every other mode sends the person to the provider. */
const DIRECT_ROUTES: ReadonlyMap<string, string> = new Map([
  ['API_KEY', '/api-auth/api-key'],
  ['BASIC', '/api-auth/basic'],
  ['OAUTH2_CC', '/oauth2/auth'],
  ['TBA', '/auth/tba'],
  ['TWO_STEP', '/auth/two-step'],
  ['JWT', '/auth/jwt'],
  ['BILL', '/auth/bill'],
  ['SIGNATURE', '/auth/signature'],
  ['AWS_SIGV4', '/auth/aws-sigv4'],
  ['NONE', '/auth/unauthenticated'],
]);

/** Modes whose route wants to be told the mode again. */
const MODES_NAMED_IN_THE_BODY: ReadonlySet<string> = new Set(['TWO_STEP', 'SIGNATURE', 'JWT']);

/** Path of the route that takes the credentials, or undefined when the person has to go to the provider. */
export function directRouteOf(provider: AuthProvider, providerConfigKey: string): string | undefined {
  const isOutbound = provider.auth_mode === 'OAUTH2' && provider.installation === 'outbound';
  const route = isOutbound ? '/auth/oauth-outbound' : DIRECT_ROUTES.get(provider.auth_mode);
  return route && `${route}/${encodeURIComponent(providerConfigKey)}`;
}

/** What the direct route is sent. */
export function directBodyOf(
  provider: AuthProvider,
  credentials: Readonly<Record<string, unknown>>,
): object | undefined {
  // Both have to be there; an empty one is filled in by the definition, or is meant to be empty.
  if (provider.auth_mode === 'BASIC') return { username: '', password: '', ...credentials };
  if (MODES_NAMED_IN_THE_BODY.has(provider.auth_mode)) return { type: provider.auth_mode, ...credentials };
  return Object.keys(credentials).length > 0 ? credentials : undefined;
}
