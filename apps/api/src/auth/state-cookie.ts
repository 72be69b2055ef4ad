const NAME = 'oauth2-';

export interface StateCookie {
  readonly state: string;
  readonly value: string;
  readonly lifeMs: number;
}

/**
 * The `Set-Cookie` header that binds an attempt to the browser. Over https it also comes back where the provider's page posts,
 * which browsers let no other kind of cookie do.
 */
export function stateCookie({ state, value, lifeMs }: StateCookie, isHttps: boolean): string {
  const reach = isHttps ? 'SameSite=None; Secure' : 'SameSite=Lax';
  return `${NAME}${state}=${value}; Path=/; Max-Age=${Math.floor(lifeMs / 1000)}; HttpOnly; ${reach}`;
}

/** The value of an attempt's cookie in a `Cookie` header. */
export function stateCookieIn(header: string | undefined, state: string): string | undefined {
  const start = `${NAME}${state}=`;
  const entry = header?.split(/;\s*/).find((cookie) => cookie.startsWith(start));
  return entry?.slice(start.length);
}
