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
  // Until it knows that it is a frame, the page in it paints a background of its own.
  opacity: '0',
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
    // Neither the keyboard nor a screen reader shall get behind the frame.
    const below = [...document.body.children].filter((child) => child instanceof HTMLElement && !child.inert);
    const frame = document.createElement('iframe');
    Object.assign(frame.style, FRAME_STYLE);
    frame.title = 'Connect an account';
    frame.referrerPolicy = 'no-referrer';
    frame.src = url;
    frame.addEventListener('load', () => {
      frame.style.opacity = '1';
      frame.focus();
    });
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') closed();
    };
    document.addEventListener('keydown', onKey);
    for (const child of below) child.toggleAttribute('inert', true);
    document.documentElement.style.overflow = 'hidden';
    document.body.append(frame);
    return new ConnectFrame(frame, () => {
      document.removeEventListener('keydown', onKey);
      for (const child of below) child.toggleAttribute('inert', false);
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
