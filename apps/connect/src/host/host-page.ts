/** What this page says to the page that embeds or opened it (wire contract, section 6). */
export type HostMessage =
  | { readonly type: 'ready' | 'close' }
  | { readonly type: 'settings_changed'; readonly payload: object }
  | { readonly type: 'error'; readonly payload: { readonly errorType: string; readonly errorMessage: string } }
  | {
      readonly type: 'connect';
      readonly payload: {
        readonly providerConfigKey: string;
        readonly connectionId: string;
        readonly isPending?: boolean;
      };
    };

/** The page around this one, or the one that opened it; nobody when a link was followed. */
export class HostPage {
  private readonly host: Window | undefined;

  constructor(private readonly page: Window) {
    this.host = page.parent === page ? (page.opener ?? undefined) : page.parent;
  }

  /** Shown in a frame over another page. */
  get isEmbedded(): boolean {
    return this.page.parent !== this.page;
  }

  /** Somebody listens, and can close this page. */
  get isPresent(): boolean {
    return this.host !== undefined;
  }

  /** Nothing that is said is secret, so it is said to whoever opened the page, as its protocol has it. */
  post(message: HostMessage): void {
    this.host?.postMessage(message, '*');
  }

  /** The person is done here. */
  close(): void {
    this.post({ type: 'close' });
    if (!this.isEmbedded) this.page.close();
  }

  /** @returns stops listening */
  onSessionToken(received: (sessionToken: string) => void): () => void {
    const listen = ({ source, data }: MessageEvent): void => {
      if (source !== this.host || typeof data !== 'object' || data === null) return;
      const { type, sessionToken } = data as { type?: unknown; sessionToken?: unknown };
      if (type === 'session_token' && typeof sessionToken === 'string') received(sessionToken);
    };
    this.page.addEventListener('message', listen);
    return () => this.page.removeEventListener('message', listen);
  }
}
