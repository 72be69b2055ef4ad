export interface StateCookie {
  readonly state: string;
  readonly value: string;
  readonly lifeMs: number;
}
/**
 * The `Set-Cookie` header that binds an attempt to the browser. Over https it also comes back where the provider's page posts,
 * which browsers let no other kind of cookie do.
 */
export declare function stateCookie({ state, value, lifeMs }: StateCookie, isHttps: boolean): string;
/** The value of an attempt's cookie in a `Cookie` header. */
export declare function stateCookieIn(header: string | undefined, state: string): string | undefined;
//# sourceMappingURL=state-cookie.d.ts.map
