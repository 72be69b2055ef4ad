const WIDTH = 560;
const HEIGHT = 720;
const CLOSED_INTERVAL_MS = 400;

/** A window of its own, in the middle of the one that opens it. */
export class AuthWindow {
  private constructor(private readonly opened: Window) {}

  /** Opens `url`, or an empty page to be filled later. Undefined when the browser does not allow it. */
  static open(url = 'about:blank', name = '_blank'): AuthWindow | undefined {
    const left = Math.round(window.screenX + Math.max(0, (window.outerWidth - WIDTH) / 2));
    const top = Math.round(window.screenY + Math.max(0, (window.outerHeight - HEIGHT) / 2));
    const features = `popup=yes,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
    const opened = window.open(url, name, features);
    // Some blockers hand out a window that is closed already.
    return opened && !opened.closed ? new AuthWindow(opened) : undefined;
  }

  /**
   * Whether it seems to be closed. A provider may cut the tie to its opener, which looks the same, so this is a reason to
   * ask the gateway and no more.
   */
  get isClosed(): boolean {
    return this.opened.closed;
  }

  get window(): Window {
    return this.opened;
  }

  go(url: string): void {
    this.opened.location.replace(url);
  }

  focus(): void {
    this.opened.focus();
  }

  close(): void {
    this.opened.close();
  }

  /** @returns stops looking */
  onClosed(seen: () => void): () => void {
    const timer = setInterval(() => {
      if (!this.isClosed) return;
      clearInterval(timer);
      seen();
    }, CLOSED_INTERVAL_MS);
    return () => clearInterval(timer);
  }
}
