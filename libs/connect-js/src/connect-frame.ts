const FRAME_STYLE: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  border: '0',
  zIndex: '2147483647',
  background: 'transparent',
  // A frame whose scheme differs from its page's is painted opaque.
  colorScheme: 'light',
};

/** The hosted page in a frame that lies over the page; the hosted page draws its own shade. */
export class ConnectFrame {
  private constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly restore: () => void,
  ) {}

  /** `closed` is called when Escape is pressed while the frame has not got the focus. */
  static open(url: string, closed: () => void): ConnectFrame {
    const focused = document.activeElement;
    const { overflow } = document.documentElement.style;
    const frame = document.createElement('iframe');
    Object.assign(frame.style, FRAME_STYLE);
    frame.title = 'Connect an account';
    frame.referrerPolicy = 'no-referrer';
    frame.allow = 'clipboard-write';
    frame.src = url;
    frame.addEventListener('load', () => frame.focus());
    document.body.append(frame);
    // The page below must not scroll along.
    document.documentElement.style.overflow = 'hidden';
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') closed();
    };
    document.addEventListener('keydown', onKey);
    return new ConnectFrame(frame, () => {
      document.removeEventListener('keydown', onKey);
      document.documentElement.style.overflow = overflow;
      if (focused instanceof HTMLElement) focused.focus();
    });
  }

  get window(): Window | null {
    return this.frame.contentWindow;
  }

  close(): void {
    if (!this.frame.isConnected) return;
    this.frame.remove();
    this.restore();
  }
}
