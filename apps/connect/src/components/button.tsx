import type { ButtonHTMLAttributes, ReactElement } from 'react';

/** A button; one that is busy keeps its place and its focus, and does nothing. */
export function Button({
  look = 'primary',
  isBusy = false,
  children,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly look?: 'primary' | 'secondary' | 'quiet';
  readonly isBusy?: boolean;
}): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${look}`}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <span className="spinner" aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
