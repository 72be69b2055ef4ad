import { directBodyOf, directRouteOf, type AuthProvider } from './auth-route.js';
import { AuthWindow } from './auth-window.js';
import { BrowserFlow } from './browser-flow.js';
import { SvcConnectError } from './connect-error.js';
import { ConnectUi, type ConnectUiOptions } from './connect-ui.js';
import type { ConnectedAccount } from './connected-account.js';
import { fieldOf, Gateway, textOf } from './gateway.js';

/** Where the gateway is, and for which session. */
export interface SvcConnectOptions {
  /** Address of the gateway, such as `https://gateway.example.com`. */
  readonly host: string;
  /** Token that your backend got from `POST /connect/sessions`; valid for 30 minutes. It may be set later. */
  readonly sessionToken?: string | undefined;
}

/** What {@link SvcConnect.auth} sends along. */
export interface AuthOptions {
  /** Values for the connection's `connection_config`, such as `{ subdomain: 'acme' }`. */
  readonly params?: Readonly<Record<string, string>> | undefined;
  /** What the person typed in, by the names of the provider's definition: `{ apiKey }`, `{ username, password }`. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** Answers to the definition's `assertion_option`: used once, never stored. */
  readonly assertionOption?: Readonly<Record<string, string>> | undefined;
  /** Scopes instead of the integration's, separated by commas or spaces. */
  readonly userScope?: string | undefined;
  /** Parameters of the provider's own page; the text `undefined` removes one. */
  readonly authorizationParams?: Readonly<Record<string, string>> | undefined;
  /** Fails with `window_closed` when the person closes the provider's window and the gateway knows of no end. */
  readonly detectClosedAuthWindow?: boolean | undefined;
  /**
   * The browser did not allow a window. Show the address as a link (`target="_blank"`): this call goes on waiting. Without
   * this callback it fails with `window_blocked`.
   */
  readonly onWindowBlocked?: ((url: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Lets people connect their accounts from your page, on a gateway's hosted page or on a form of your own.
 *
 * @example
 * const connect = new SvcConnect({ host: 'https://gateway.example.com' });
 * const ui = connect.openConnectUI({ onEvent: (event) => console.log(event.type) });
 * ui.setSessionToken(await fetchTokenFromYourBackend());
 * const { connectionId } = await ui.connection;
 */
export class SvcConnect {
  private readonly gateway: Gateway;

  /** @throws {TypeError} When `host` is no address. */
  constructor({ host, sessionToken = '' }: SvcConnectOptions) {
    this.gateway = new Gateway(new URL(host).href, sessionToken);
  }

  /** Uses another session from now on. */
  setSessionToken(sessionToken: string): void {
    this.gateway.sessionToken = sessionToken;
  }

  /** Opens the hosted page. Call it from a click, or the browser may block the window. */
  openConnectUI(options: ConnectUiOptions = {}): ConnectUi {
    const sessionToken = options.sessionToken ?? (this.gateway.sessionToken || undefined);
    return new ConnectUi(this.gateway.host, { ...options, sessionToken });
  }

  /**
   * Connects an account without the hosted page. Opens the provider's window, or sends the credentials, as the integration's
   * provider wants it. Call it from a click.
   * @throws {SvcConnectError}
   */
  async auth(providerConfigKey: string, options: AuthOptions = {}): Promise<ConnectedAccount> {
    if (this.gateway.sessionToken === '') {
      throw new SvcConnectError(
        'missing_session_token',
        'Set the session token that your backend got from the gateway.',
      );
    }
    // Opened before anything is asked: browsers allow a window only while they handle the click.
    const popup = needsWindow(options) ? AuthWindow.open() : undefined;
    try {
      const provider = await this.providerOf(providerConfigKey, options.signal);
      const route = directRouteOf(provider, providerConfigKey);
      return await (route === undefined
        ? this.authInWindow(providerConfigKey, options, popup)
        : this.authDirectly(route, provider, options));
    } finally {
      popup?.close();
    }
  }

  private async providerOf(providerConfigKey: string, signal: AbortSignal | undefined): Promise<AuthProvider> {
    const integrations = fieldOf(await this.gateway.request('GET', '/integrations', { signal }), 'data');
    const integration: unknown = Array.isArray(integrations)
      ? integrations.find((each: unknown) => fieldOf(each, 'unique_key') === providerConfigKey)
      : undefined;
    const name = textOf(fieldOf(integration, 'provider'));
    if (name === undefined) {
      const message = `The session allows no integration "${providerConfigKey}": see allowed_integrations of the session.`;
      throw new SvcConnectError('unknown_config_key', message);
    }
    const provider = await this.gateway.request('GET', `/providers/${encodeURIComponent(name)}`, { signal });
    const data = fieldOf(provider, 'data');
    return {
      auth_mode: textOf(fieldOf(data, 'auth_mode')) ?? '',
      installation: textOf(fieldOf(data, 'installation')),
    };
  }

  private async authDirectly(
    route: string,
    provider: AuthProvider,
    { params, credentials, assertionOption, signal }: AuthOptions,
  ): Promise<ConnectedAccount> {
    const body = directBodyOf(provider, { ...credentials, ...(assertionOption && { assertionOption }) });
    const query = { connect_session_token: this.gateway.sessionToken, params };
    return connectedOf(await this.gateway.request('POST', route, { query, body, signal }));
  }

  private async authInWindow(
    providerConfigKey: string,
    options: AuthOptions,
    popup: AuthWindow | undefined,
  ): Promise<ConnectedAccount> {
    const { onWindowBlocked, detectClosedAuthWindow, signal } = options;
    const flow = new BrowserFlow(this.gateway, providerConfigKey, options);
    if (popup) {
      popup.go(flow.url);
    } else if (onWindowBlocked) {
      onWindowBlocked(flow.url);
    } else {
      throw new SvcConnectError('window_blocked', 'The browser did not allow a new window.', {
        payload: { url: flow.url },
      });
    }
    const abandoned = new AbortController();
    const signals = [abandoned.signal, ...(signal ? [signal] : [])];
    return await flow.result({
      signal: AbortSignal.any(signals),
      ...(detectClosedAuthWindow &&
        popup && {
          window: () => popup,
          onAbandoned: () =>
            abandoned.abort(new SvcConnectError('window_closed', 'The window was closed before the end.')),
        }),
    });
  }
}

/** The answer of a route that takes credentials. */
export function connectedOf(answer: unknown): ConnectedAccount {
  return {
    providerConfigKey: textOf(fieldOf(answer, 'providerConfigKey')) ?? '',
    connectionId: textOf(fieldOf(answer, 'connectionId')) ?? '',
    isPending: fieldOf(answer, 'isPending') === true,
  };
}

/** Credentials are sent without a window, but for those of the provider's app. */
function needsWindow({ credentials = {} }: AuthOptions): boolean {
  return Object.keys(credentials).every((name) => name.startsWith('oauth_'));
}
