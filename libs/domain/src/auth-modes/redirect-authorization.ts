import type { AuthSubject } from './auth-subject.js';
import type { ObtainedCredentials } from './obtained-credentials.js';

/** An app of the customer's or end user's own instead of the integration's. */
export interface ClientOverride {
  readonly client_id?: string;
  readonly client_secret?: string;
  /** Kept instead of the one that the provider answers (wire contract, section 6, `oauth_refresh_token_override`). */
  readonly refresh_token?: string;
}

/** What an authorization in the browser begins with. */
export interface AuthorizationRequest {
  /** Comes back with the callback, once. */
  readonly state: string;
  readonly redirectUri: string;
  /** Instead of the integration's scopes, where given; separated by commas or spaces. */
  readonly userScopes: string | undefined;
  /** Laid over the definition's; the text `undefined` removes a default (wire contract, section 6). */
  readonly authorizationParams: Readonly<Record<string, string>>;
  readonly override: ClientOverride;
}

/** Where the browser goes, and what must be known when it comes back. */
export interface AuthorizationStart {
  readonly url: string;
  /** Kept sealed until the callback, such as the PKCE verifier. */
  readonly memory: Readonly<Record<string, string>>;
}

/** The browser came back. */
export interface AuthorizationCallback {
  /** The callback's query, `state` included. */
  readonly query: Readonly<Record<string, string>>;
  /** Exactly as it was sent at the beginning. */
  readonly redirectUri: string;
  readonly memory: Readonly<Record<string, string>>;
  readonly override: ClientOverride;
}

/** How an authorization in the browser ended. `pending`: somebody at the provider still has to approve it. */
export type AuthorizationOutcome =
  { readonly kind: 'obtained'; readonly obtained: ObtainedCredentials } | { readonly kind: 'pending' };

/** An authorization in the browser: the person is sent to the provider and comes back. */
export interface RedirectAuthorization {
  /**
   * @throws AppError `missing_client_id`, `missing_client_secret`, `invalid_body`: the integration or the configuration is incomplete.
   * @throws TokenFailure when the provider has to be asked first and refuses.
   */
  begin(subject: AuthSubject, request: AuthorizationRequest, signal: AbortSignal): Promise<AuthorizationStart>;

  /**
   * @throws AuthorizationDenied when the provider sends the person back with an error.
   * @throws TokenFailure
   */
  complete(subject: AuthSubject, callback: AuthorizationCallback, signal: AbortSignal): Promise<AuthorizationOutcome>;
}
