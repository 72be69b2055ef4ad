import type { ReactElement, ReactNode } from 'react';
import { useText } from '../text/text-context.js';
import { Icon } from './icon.js';

/** Id of the heading that names the page, or the dialog where it lies over another page. */
export const TITLE_ID = 'title';

/** The frame around every step. */
export function Card({
  isDialog,
  onBack,
  onClose,
  showWatermark,
  children,
}: {
  readonly isDialog: boolean;
  readonly onBack?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly showWatermark: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const { page } = useText();
  return (
    <div className="stage">
      <main className="card" {...(isDialog && { role: 'dialog', 'aria-modal': true, 'aria-labelledby': TITLE_ID })}>
        <header className="bar">
          {onBack && (
            <button type="button" className="bar-button bar-back" onClick={onBack} aria-label={page.back}>
              <Icon name="back" className="icon-directed" />
            </button>
          )}
          {onClose && (
            <button type="button" className="bar-button bar-close" onClick={onClose} aria-label={page.close}>
              <Icon name="close" />
            </button>
          )}
        </header>
        <div className="content">{children}</div>
        {showWatermark && <footer className="watermark">{page.poweredBy}</footer>}
      </main>
    </div>
  );
}
