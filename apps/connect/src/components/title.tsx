import { useEffect, useRef, type ReactElement } from 'react';
import { TITLE_ID } from './card.js';

/** The heading of a step, and the window's title. It takes the focus, so that a step is announced and the keyboard begins at its top. */
export function Title({ children }: { readonly children: string }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = children;
  }, [children]);
  return (
    <h1 id={TITLE_ID} className="title" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}
