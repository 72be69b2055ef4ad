import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { TITLE_ID } from './card.js';

/** The heading of a step. It takes the focus, so that a step is announced and the keyboard begins at its top. */
export function Title({
  children,
  takesFocus = true,
}: {
  readonly children: ReactNode;
  readonly takesFocus?: boolean;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <h1 id={TITLE_ID} className="title" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
