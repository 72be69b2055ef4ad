import { AuthWindow } from './auth-window.js';
import { SvcConnectError } from './connect-error.js';
import type { ConnectedAccount } from './connected-account.js';
import { ConnectFrame } from './connect-frame.js';
import { fieldOf, textOf } from './gateway.js';
import { withQuery } from './query.js';
import type { ConnectUiEvent } from './connect-ui-event.js';

/** How the hosted page is opened. */
export interface ConnectUiOptions {
  /** `iframe` (default) lies over your page; `popup` is a window of its own, and an iframe where the browser blocks it. */
  readonly mode?: 'popup' | 'iframe' | undefined;
  /** Everything that happens on the page, errors that the person can do something about included. */
  readonly onEvent?: ((event: ConnectUiEvent) => void) | undefined;
  /** Language such as `de`; the browser's own when missing. */
  readonly lang?: string | undefined;
  readonly theme?: 'light' | 'dark' | 'system' | undefined;
  /** Tells the person when the provider's window was closed before the end. */
  readonly detectClosedAuthWindow?: boolean | undefined;
  /** Token of the session; it may also come later, by {@link ConnectUi.setSessionToken}. */
  readonly sessionToken?: string | undefined;
}

/** The hosted page, open over yours or in a window of its own. */
export class ConnectUi {
  /**
   * The first connection that the person makes. The page stays open for them to read until they close it, or you do.
   * Rejects with a {@link SvcConnectError}: `window_closed` when the person closes it before, `aborted` when you do.
   */
  readonly connection: Promise<ConnectedAccount>;
  private resolve: (account: ConnectedAccount) => void = () => undefined;
  private reject: (reason: SvcConnectError) => void = () => undefined;
  private readonly surface: ConnectFrame | AuthWindow;
  private readonly origin: string;
  private sessionToken: string | undefined;
  private isReady = false;
  private readonly stops: (() => void)[] = [];

  /** Opened by `SvcConnect.openConnectUI`. */
  constructor(
    host: string,
    private readonly options: ConnectUiOptions,
  ) {
    this.connection = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Whoever only listens to events is not told of an unhandled rejection.
    this.connection.catch(() => undefined);
    this.origin = new URL(host).origin;
    this.sessionToken = options.sessionToken;
    const url = pageAddress(host, options);
    const popup = options.mode === 'popup' ? AuthWindow.open(url) : undefined;
    this.surface = popup ?? ConnectFrame.open(url, () => this.onClosed());
    if (popup) this.stops.push(popup.onClosed(() => this.onClosed()));
    const listen = (event: MessageEvent): void => this.onMessage(event);
    window.addEventListener('message', listen);
    this.stops.push(() => window.removeEventListener('message', listen));
  }

  /** Gives the page the token of a session. Open the page at the click, fetch the token from your backend, then call this. */
  setSessionToken(sessionToken: string): void {
    this.sessionToken = sessionToken;
    if (this.isReady) this.sendToken();
  }

  /** Closes the page. */
  close(): void {
    this.end(new SvcConnectError('aborted', 'The page was closed by the application.'));
  }

  private onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== this.surface.window || origin !== this.origin) return;
    const event = eventOf(data);
    if (!event) return;
    if (event.type === 'ready') {
      this.isReady = true;
      this.sendToken();
    } else if (event.type === 'connect') {
      this.resolve(event.payload);
    }
    this.options.onEvent?.(event);
    if (event.type === 'close') this.end(closedByPerson());
  }

  private sendToken(): void {
    if (this.sessionToken === undefined) return;
    const message = { type: 'session_token', sessionToken: this.sessionToken };
    this.surface.window?.postMessage(message, this.origin);
  }

  private onClosed(): void {
    if (this.stops.length === 0) return;
    this.options.onEvent?.({ type: 'close' });
    this.end(closedByPerson());
  }

  private end(reason: SvcConnectError): void {
    for (const stop of this.stops.splice(0)) stop();
    this.surface.close();
    this.reject(reason);
  }
}

const closedByPerson = (): SvcConnectError =>
  new SvcConnectError('window_closed', 'The window was closed before anything was connected.');

function pageAddress(host: string, { sessionToken, lang, theme, detectClosedAuthWindow }: ConnectUiOptions): string {
  return withQuery(`${host}/connect`, {
    session_token: sessionToken,
    lang,
    theme,
    detectClosedAuthWindow: detectClosedAuthWindow ? 'true' : undefined,
  });
}

function eventOf(data: unknown): ConnectUiEvent | undefined {
  const payload = fieldOf(data, 'payload');
  const text = (name: string): string => textOf(fieldOf(payload, name)) ?? '';
  switch (fieldOf(data, 'type')) {
    case 'ready':
      return { type: 'ready' };
    case 'close':
      return { type: 'close' };
    case 'settings_changed':
      return { type: 'settings_changed', payload };
    case 'error':
      return { type: 'error', payload: { errorType: text('errorType'), errorMessage: text('errorMessage') } };
    case 'connect':
      return {
        type: 'connect',
        payload: {
          providerConfigKey: text('providerConfigKey'),
          connectionId: text('connectionId'),
          isPending: fieldOf(payload, 'isPending') === true,
        },
      };
    default:
      return undefined;
  }
}
