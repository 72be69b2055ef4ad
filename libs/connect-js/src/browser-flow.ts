import type { AuthWindow } from './auth-window.js';
import { onCallbackMessage } from './callback-messages.js';
import { SvcConnectError } from './connect-error.js';
import type { ConnectedAccount } from './connected-account.js';
import { fieldOf, type Gateway } from './gateway.js';
import { randomUuid } from './random-uuid.js';
import { watchAttempt, type AttemptState } from './watch-attempt.js';

/** What goes to the provider's side of an authorization in the browser. */
export interface BrowserFlowRequest {
  /** Values for `connection_config`, such as a subdomain. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** Scopes instead of the integration's, separated by commas or spaces. */
  readonly userScope?: string | undefined;
  /** Parameters of the provider's own page; the text `undefined` removes one that the gateway would send. */
  readonly authorizationParams?: Readonly<Record<string, string>> | undefined;
  /** Language of the gateway's own pages, such as `de`. */
  readonly lang?: string | undefined;
  /** `oauth_client_id_override`, `oauth_client_secret_override` and `oauth_refresh_token_override`. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
}

/** How a {@link BrowserFlow} is waited for. */
export interface BrowserFlowWait {
  readonly signal?: AbortSignal | undefined;
  /** The window that the person is in, where its closing means something. It may be replaced while waiting. */
  readonly window?: (() => AuthWindow | undefined) | undefined;
  /** The window was closed and the gateway knows of no end. */
  readonly onAbandoned?: (() => void) | undefined;
}

const WINDOW_INTERVAL_MS = 400;

/** One authorization at the provider, in a window or tab that somebody opens at {@link url}. */
export class BrowserFlow {
  /** Chosen here, so that the gateway can be asked about it, whatever became of the window. */
  readonly attempt: string;
  readonly url: string;

  constructor(
    private readonly gateway: Gateway,
    private readonly providerConfigKey: string,
    { params, userScope, authorizationParams, lang, credentials }: BrowserFlowRequest = {},
    attempt = randomUuid(),
  ) {
    this.attempt = attempt;
    this.url = gateway.url(`/oauth/connect/${encodeURIComponent(providerConfigKey)}`, {
      connect_session_token: gateway.sessionToken,
      attempt,
      params,
      user_scope: userScope,
      lang,
      authorization_params: authorizationParams,
      credentials,
    });
  }

  /** How far it is, as the gateway knows it. */
  async state(signal?: AbortSignal): Promise<AttemptState> {
    const answer = await this.gateway.request('GET', `/connect/attempts/${this.attempt}`, { signal });
    return attemptStateOf(fieldOf(answer, 'data'));
  }

  /**
   * Waits for the end, however the person gets there.
   * @throws {SvcConnectError} How it failed: its code is the gateway's `error_type`.
   */
  async result({ signal, window: windowOf, onAbandoned }: BrowserFlowWait = {}): Promise<ConnectedAccount> {
    const state = await watchAttempt({
      ask: () => this.state(signal),
      onReason: (wake) => onReasonToAsk(wake, windowOf),
      isWindowClosed: windowOf && (() => windowOf()?.isClosed ?? false),
      onAbandoned,
      signal,
    });
    return accountOf(state, this.providerConfigKey);
  }
}

/** @throws {SvcConnectError} When the authorization has failed. */
export function accountOf(state: AttemptState, providerConfigKey: string): ConnectedAccount {
  if (state.status === 'error') {
    throw new SvcConnectError(state.error_type ?? 'unknown_err', state.error_desc ?? '', {});
  }
  return {
    providerConfigKey: state.provider_config_key ?? providerConfigKey,
    connectionId: state.connection_id ?? '',
    isPending: state.is_pending,
  };
}

const STATUSES: readonly AttemptState['status'][] = ['unknown', 'waiting', 'success', 'error'];

function attemptStateOf(data: unknown): AttemptState {
  const text = (name: string): string | null => {
    const value = fieldOf(data, name);
    return typeof value === 'string' ? value : null;
  };
  return {
    status: STATUSES.find((status) => status === text('status')) ?? 'unknown',
    provider_config_key: text('provider_config_key'),
    connection_id: text('connection_id'),
    is_pending: fieldOf(data, 'is_pending') === true,
    error_type: text('error_type'),
    error_desc: text('error_desc'),
  };
}

/** The callback page speaks, the person comes back to this page, or the window goes. */
function onReasonToAsk(wake: () => void, windowOf: (() => AuthWindow | undefined) | undefined): () => void {
  const stopListening = onCallbackMessage(wake);
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('focus', wake);
  let wasClosed = false;
  const timer = setInterval(() => {
    const isClosed = windowOf?.()?.isClosed ?? false;
    if (isClosed && !wasClosed) wake();
    wasClosed = isClosed;
  }, WINDOW_INTERVAL_MS);
  return () => {
    stopListening();
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('focus', wake);
    clearInterval(timer);
  };
}
